import type { Query } from '@guidepost/http';
import { noSuchPage, type Receipts } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { findGuideByReference } from '../../guides/find-guide.ts';
import { castVote, type Vote } from '../../votes/votes.ts';
import type { PageCall, PageForm, PageKind } from '../page.ts';

/**
 * `/guides/:guide/vote`, for readers without scripts. GET redirects to the guide, because readers may reload an
 * error page.
 */
export function voteForm({
  database,
  identifyVoter,
  receipts,
}: Pick<Context, 'database' | 'identifyVoter' | 'receipts'>): PageForm & PageKind {
  async function findGuide({ site, path }: PageCall) {
    const knowledgeBaseId = site.knowledgeBase.id;
    const guide = await findGuideByReference(database, { knowledgeBaseId, reference: path.guide });
    if (!guide) throw noSuchPage();
    return guide;
  }

  return {
    async read(call) {
      const { slug } = await findGuide(call);
      return { movedTo: `${call.site.base}/guides/${slug}` };
    },
    async post(call) {
      const { knowledgeBase, base } = call.site;
      const vote = readVote(call.form);
      const guide = await findGuide(call);
      const voter = await identifyVoter({ knowledgeBase, request: call.request, keyed: false });
      await castVote(database, { knowledgeBaseId: knowledgeBase.id, guideId: guide.id, vote, ...voter });
      const path = `${base}/guides/${guide.slug}`;
      return { seeOther: await thanksFor(receipts, { id: guide.id, path }) };
    },
  };
}

function readVote(form: Query): Vote {
  const vote = form.first('vote');
  if (vote !== 'up' && vote !== 'down') throw new AppError('invalid', 'vote must be "up" or "down".');
  return vote;
}

/** The URL of a guide that says thanks for two minutes. */
async function thanksFor(receipts: Receipts, guide: { id: number; path: string }): Promise<string> {
  return `${guide.path}?voted=${await receipts.issue(subjectOf(guide))}#:helpful`;
}

/** Whether `voted` in the URL proves a recent vote for this guide. */
export function hasVoted(receipts: Receipts, voted: string, guide: { id: number }): Promise<boolean> {
  return receipts.isValid(voted, subjectOf(guide));
}

function subjectOf({ id }: { id: number }): string {
  return `guide ${id}`;
}
