import type { DeskPage, View, Visit } from '@guidepost/desk';
import type { GuideDeskWords } from '@guidepost/i18n';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { roleAllows } from '../../model/permissions.ts';
import { TIMINGS } from '../../notices/proposal-mail.ts';
import type { StopLink } from '../../notices/review-mail.ts';
import type { KbCall, KbPage } from '../kb-tenant.ts';

type Needs = Pick<Context, 'reviewMail' | 'proposalMail'>;

type Visitor = Visit<GuideDeskWords>;

/** The mail about a knowledge base that someone gets; people choose for themselves. */
export function notificationsPage({ reviewMail, proposalMail }: Needs): KbPage {
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
        isDelivered: reviewMail.isDelivered,
        choice: await proposalMail.find(memberOf(call)),
        timings: roleAllows(call, 'guide publish') ? TIMINGS : [],
      },
    }),
    async post(call) {
      const { form } = call;
      const member = memberOf(call);
      const chosen = form.first('proposals');
      const timing = TIMINGS.find((each) => each === chosen);
      if (chosen !== undefined && !timing)
        throw new AppError('invalid', 'There is no such choice for proposals.', { reason: 'noSuchChoice' });
      const { proposals } = await proposalMail.find(member);
      await reviewMail.choose(member, form.first('reviews') === 'on');
      await proposalMail.choose(member, {
        proposals: timing ?? proposals,
        decisions: form.first('decisions') === 'on',
      });
      return { seeOther: `${call.base}/notifications`, notice: 'noticeSaved' };
    },
  };
}

interface Mailed {
  isOn(link: StopLink): Promise<boolean>;
  turnOff(link: StopLink): Promise<boolean>;
}

interface StopWords {
  heading: string;
  info: string;
  stopped: string;
}

/** `/desk/reviews/:person/:token`: stops the weekly mail. */
export function stopReviewsPage({ reviewMail }: Needs): DeskPage<Visitor> {
  return stopPage(reviewMail, ({ stopReviewsHeading, stopReviewsInfo, reviewsStopped }) => ({
    heading: stopReviewsHeading,
    info: stopReviewsInfo,
    stopped: reviewsStopped,
  }));
}

/** `/desk/proposals/:person/:token`: stops mail about guides in review. */
export function stopProposalsPage({ proposalMail }: Needs): DeskPage<Visitor> {
  return stopPage(proposalMail, ({ stopProposalsHeading, stopProposalsInfo, proposalsStopped }) => ({
    heading: stopProposalsHeading,
    info: stopProposalsInfo,
    stopped: proposalsStopped,
  }));
}

/** Following the link changes nothing, the button does. */
function stopPage(
  mail: Mailed,
  textsOf: (words: Visitor['phrasing']['words']) => StopWords,
): DeskPage<Visitor> {
  return {
    async read(visit) {
      const link = linkOf(visit);
      if (!link || !(await mail.isOn(link))) return endedView(visit);
      const { words } = visit.phrasing;
      const { heading, info } = textsOf(words);
      return stopView(heading, { info, action: words.stopReviews });
    },
    async post(visit) {
      const link = linkOf(visit);
      if (!link || !(await mail.turnOff(link))) return endedView(visit);
      return stopView(textsOf(visit.phrasing.words).stopped);
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
