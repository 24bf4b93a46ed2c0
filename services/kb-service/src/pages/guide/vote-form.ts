import type { Query } from '@guidepost/http';
import { noSuchPage } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { findGuideByReference } from '../../guides/guide-reference.ts';
import { castVote, type Vote } from '../../votes/votes.ts';
import type { PageCall, PageForm, PageKind } from '../page.ts';
import { thankingForVote } from './voted.ts';

/** Nothing of the guide is shown but its present slug. */
const ATTRIBUTES = new Set(['slug']);

/**
 * `/guides/:guide/vote`: whether a guide was helpful, from readers without script. Who opens this address again, where a
 * vote was refused, is led to the guide.
 */
export function voteForm({
  database,
  identifyVoter,
  receipts,
}: Pick<Context, 'database' | 'identifyVoter' | 'receipts'>): PageForm & PageKind {
  async function findGuide({ site, path }: PageCall) {
    const knowledgeBaseId = site.knowledgeBase.id;
    const reference = { knowledgeBaseId, attributes: ATTRIBUTES, reference: path.guide };
    const guide = await findGuideByReference(database, reference);
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
      return { seeOther: await thankingForVote(receipts, { id: guide.id, path }) };
    },
  };
}

function readVote(form: Query): Vote {
  const vote = form.first('vote');
  if (vote !== 'up' && vote !== 'down') throw new AppError('invalid', 'A vote is "up" or "down".');
  return vote;
}
