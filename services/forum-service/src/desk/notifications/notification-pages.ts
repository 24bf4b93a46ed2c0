import type { FormCall } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { TIMINGS, type Timing } from '../../notices/notices.ts';
import type { ForumCall, ForumPage } from '../forum-tenant.ts';

/** Which mail about the forum someone gets. Everyone sets it for themselves only. */
export function notificationPages({ notices }: Pick<Context, 'notices'>): Record<string, ForumPage> {
  return {
    '/notifications': {
      async read({ tenant: { forum }, session, phrasing }) {
        return {
          template: 'notifications/notifications',
          title: phrasing.words.notifications,
          section: 'account',
          content: {
            email: session.person.email,
            choice: await notices.choiceOf(forum, session.person.id),
            timings: TIMINGS,
            isOffered: notices.isOffered,
          },
        };
      },
      async post(call) {
        const choice = { posts: timingOf(call, 'posts'), reports: timingOf(call, 'reports') };
        await notices.choose(call.tenant.forum, call.session.person.id, choice);
        return { seeOther: `${call.base}/notifications`, notice: 'noticeSaved' };
      },
    },
  };
}

function timingOf({ form }: FormCall<ForumCall>, name: string): Timing {
  const timing = TIMINGS.find((each) => each === form.first(name));
  if (!timing) throw new AppError('invalid', `There is no such choice for ${name}.`);
  return timing;
}
