import { type AnswerRequest, isFromSameOrigin, type Representation, readForm } from '@guidepost/http';
import { leadTo, type Page, type PageAnswer } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../context.ts';
import { originOf } from '../posts/new-post.ts';
import { MEMBER_TOKEN } from '../posts/submission.ts';
import type { PageAdmission } from './admit.ts';
import type { FormCall, PageKind } from './page-kind.ts';
import { representPage } from './represent-page.ts';
import type { Site } from './site.ts';

/** Room for the longest text, each character of which may take twelve. */
const MAX_FORM_BYTES = 256_000;

interface AnswerForms {
  answerSent(send: NonNullable<PageKind['send']>): AnswerRequest;
  answerChange(change: NonNullable<PageKind['change']>): AnswerRequest;
}

/** Answers forms that pages send to themselves. None is believed that comes from another site. */
export function createAnswerForms(
  { clients, revisions }: Pick<Context, 'clients' | 'revisions'>,
  { inSite, countForm }: PageAdmission,
): AnswerForms {
  const answering =
    (work: (call: FormCall) => Promise<PageAnswer>): AnswerRequest =>
    (request, response) =>
      inSite(request, async (call) => {
        await countForm(request, response);
        if (!isFromSameOrigin(request.headers))
          throw new AppError('forbidden', 'This form came from another site and was refused.');
        const form = await readForm(request, MAX_FORM_BYTES);
        const origin = originOf(request, clients);
        const userAgent = request.headers['user-agent'];
        return answerOf(call.site, await work({ ...call, form, origin, userAgent }));
      });
  return {
    answerSent: (send) => answering(send),
    answerChange: (change) =>
      answering(async (call) => {
        const { member, base, forum } = call.site;
        if (!member) return leadTo(303, `${base}/sign-in`);
        if (!member.acceptsForm(call.form.first(MEMBER_TOKEN) ?? '')) return oldFormPage(call.site);
        const answer = await change({ ...call, member });
        await revisions.catchUp(forum.id);
        return answer;
      }),
  };
}

function answerOf(site: Site, answer: PageAnswer): Representation {
  if ('movedTo' in answer) return leadTo(303, answer.movedTo);
  return 'template' in answer ? representPage(site, answer) : answer;
}

/** The page for forms of another session. */
function oldFormPage({ phrasing: { words } }: Site): Page {
  return {
    status: 403,
    template: 'members/notice',
    head: { title: words.members.notChanged, indexed: false },
    isPersonal: true,
    content: { heading: words.members.notChanged, info: words.members.oldForm },
  };
}
