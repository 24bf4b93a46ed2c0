import type { Query } from '@guidepost/http';
import { noSuchPage, type Receipts } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import { findGuideByReference } from '../../content/find-guide.ts';
import type { Context } from '../../context.ts';
import { isEdition } from '../../model/knowledge-base.ts';
import { readComment, writeComment } from '../../readers/guide-comments.ts';
import { castVote, type Vote } from '../../readers/votes.ts';
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
    const { knowledgeBase } = site;
    const withFallbacks = isEdition(knowledgeBase);
    const wanted = { knowledgeBaseId: knowledgeBase.id, withFallbacks, reference: path.guide };
    const guide = await findGuideByReference(database, wanted);
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
      const sent = vote === 'down' ? call.form.first('comment') : undefined;
      const text = sent && readComment(sent);
      const guide = await findGuide(call);
      const voter = await identifyVoter({ knowledgeBase, request: call.request, keyed: false });
      const ballot = { knowledgeBaseId: knowledgeBase.main_id, guideId: guide.id, ...voter };
      const standing = await castVote(database, { ...ballot, vote });
      if (text) await writeComment(database, { ...ballot, text });
      const path = `${base}/guides/${guide.slug}`;
      // Votes beyond the limit of an address do not count, nor would a comment.
      const isAsked = standing.vote === 'down' && sent === undefined;
      return { seeOther: await thanksFor(receipts, { id: guide.id, path, isAsked }) };
    },
  };
}

function readVote(form: Query): Vote {
  const vote = form.first('vote');
  if (vote !== 'up' && vote !== 'down') throw new AppError('invalid', 'vote must be "up" or "down".');
  return vote;
}

interface Thanks {
  /** The ID of the guide. */
  id: number;
  /** Whether the page asks what was missing. */
  isAsked: boolean;
}

/** The URL of a guide that says thanks for two minutes. */
async function thanksFor(receipts: Receipts, guide: Thanks & { path: string }): Promise<string> {
  return `${guide.path}?voted=${await receipts.issue(subjectOf(guide))}#:helpful`;
}

/** The recent vote for this guide that `voted` in the URL proves. */
export async function readThanks(
  receipts: Receipts,
  voted: string,
  { id }: { id: number },
): Promise<Thanks | undefined> {
  for (const isAsked of [false, true]) {
    if (await receipts.isValid(voted, subjectOf({ id, isAsked }))) return { id, isAsked };
  }
  return undefined;
}

function subjectOf({ id, isAsked }: Thanks): string {
  return isAsked ? `guide ${id}, what was missing` : `guide ${id}`;
}
