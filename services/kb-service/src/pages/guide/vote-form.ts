import type { Query } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { findGuideByReference } from '../../guides/guide-reference.ts';
import { castVote, type Vote } from '../../votes/votes.ts';
import type { PageForm } from '../page.ts';
import { noSuchPage } from '../page-errors.ts';

/** Nothing of the guide is shown but its present slug. */
const ATTRIBUTES = new Set(['slug']);

/** `/guides/:guide/vote`: whether a guide was helpful, from readers without script. */
export function voteForm({ database, identifyVoter }: Pick<Context, 'database' | 'identifyVoter'>): PageForm {
  return {
    async post({ site: { knowledgeBase, base }, path, form, request }) {
      const vote = readVote(form);
      const knowledgeBaseId = knowledgeBase.id;
      const reference = { knowledgeBaseId, attributes: ATTRIBUTES, reference: path.guide };
      const guide = await findGuideByReference(database, reference);
      if (!guide) throw noSuchPage();
      const voter = await identifyVoter({ knowledgeBase, request, keyed: false });
      await castVote(database, { knowledgeBaseId, guideId: guide.id, vote, ...voter });
      return { seeOther: `${base}/guides/${guide.slug}?voted=${vote}#:helpful` };
    },
  };
}

function readVote(form: Query): Vote {
  const vote = form.first('vote');
  if (vote !== 'up' && vote !== 'down') throw new AppError('invalid', 'A vote is "up" or "down".');
  return vote;
}
