import type { FormCall } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { chooseNotices, findNotices } from '../../notices/choose-notices.ts';
import { TIMINGS, type Timing } from '../../notices/notices.ts';
import { type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';

/** Which mail about the forum someone gets. Everyone sets it for themselves only. */
export function notificationPages({
  database,
  notices,
}: Pick<Context, 'database' | 'notices'>): Record<string, ForumPage> {
  return {
    '/notifications': {
      async read({ tenant: { forum }, session, phrasing }) {
        return {
          template: 'notifications/notifications',
          title: phrasing.words.notifications,
          section: 'account',
          content: {
            email: session.person.email,
            choice: await findNotices(database, forum, session.person.id),
            timings: TIMINGS,
            isOffered: notices.isOffered,
            isDelivered: notices.isDelivered,
          },
        };
      },
      async post(call) {
        await chooseNotices(database, moderationOf(call, 'staff notify'), {
          colleague: call.session.person.id,
          posts: timingOf(call, 'posts'),
          reports: timingOf(call, 'reports'),
          assigned: call.form.first('assigned') === 'on',
        });
        return { seeOther: `${call.base}/notifications`, notice: 'noticeSaved' };
      },
    },
  };
}

function timingOf({ form }: FormCall<ForumCall>, name: string): Timing {
  const timing = TIMINGS.find((each) => each === form.first(name));
  if (!timing)
    throw new AppError('invalid', `There is no such choice for ${name}.`, { reason: 'noSuchChoice' });
  return timing;
}
