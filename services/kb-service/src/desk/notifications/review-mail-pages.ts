import type { DeskPage, View, Visit } from '@guidepost/desk';
import type { GuideDeskWords } from '@guidepost/i18n';
import { parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import type { StopLink } from '../../notices/review-mail.ts';
import type { KbCall, KbPage } from '../kb-tenant.ts';

type Needs = Pick<Context, 'reviewMail'>;

type Visitor = Visit<GuideDeskWords>;

/** Whether someone gets the weekly mail about guides that are due for review; people choose for themselves. */
export function notificationsPage({ reviewMail }: Needs): KbPage {
  const memberOf = ({ tenant, session }: KbCall) => ({
    knowledgeBaseId: tenant.id,
    personId: session.person.id,
  });
  return {
    read: async (call) => ({
      template: 'notifications/notifications',
      title: call.phrasing.words.notifications,
      section: 'account',
      content: {
        email: call.session.person.email,
        isWanted: await reviewMail.isWanted(memberOf(call)),
        isOffered: reviewMail.isOffered,
      },
    }),
    async post(call) {
      await reviewMail.choose(memberOf(call), call.form.first('reviews') === 'on');
      return { seeOther: `${call.base}/notifications`, notice: 'noticeSaved' };
    },
  };
}

/** `/desk/reviews/:person/:token`: stops the weekly mail. Following the link changes nothing, the button does. */
export function stopReviewsPage({ reviewMail }: Needs): DeskPage<Visitor> {
  return {
    async read(visit) {
      const link = linkOf(visit);
      if (!link || !(await reviewMail.isOn(link))) return endedView(visit);
      const { words } = visit.phrasing;
      return stopView(words.stopReviewsHeading, { action: words.stopReviews });
    },
    async post(visit) {
      const link = linkOf(visit);
      if (!link || !(await reviewMail.turnOff(link))) return endedView(visit);
      return stopView(visit.phrasing.words.reviewsStopped);
    },
  };
}

function linkOf({ path: { person, token = '' } }: Visitor): StopLink | undefined {
  const personId = parseId(person);
  return personId === undefined ? undefined : { personId, token };
}

function stopView(title: string, content: object = {}): View {
  return { template: 'notifications/stop', title, content: { action: undefined, ...content } };
}

function endedView({ phrasing: { words } }: Visitor): View {
  const heading = words.errorHeading;
  return {
    status: 404,
    template: '@error',
    title: heading,
    content: { heading, message: words.stopReviewsEnded },
  };
}
