import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { WorkingCopy } from './working-copy.ts';

export const keepProposal = sql`
  -- The draft of the guide $2 is proposed by the person $3, called $4. One that comes back from its schedule is still
  -- the proposal of who proposed it first.
  insert into guide_proposals (knowledge_base_id, guide_id, proposer_id, proposer_name)
  values ($1, $2, $3, $4)
  on conflict (knowledge_base_id, guide_id) do update
  set id = default, proposed_at = now()
`;
export const endProposal = sql`
  delete from guide_proposals p
  where p.knowledge_base_id = $1 and p.guide_id = $2
`;
const count = sql`
  select count(*) as proposals
  from guide_drafts d
  where d.knowledge_base_id = $1 and d.state = 'proposed'
`;

/** How many guides are in review. */
export async function countProposals(executor: Executor, knowledgeBaseId: number): Promise<number> {
  return (await executor.one<{ proposals: number }>(count([knowledgeBaseId]))).proposals;
}

/**
 * Lets one of several editors decide. @param proposal the one that an editor has seen; any without it
 * @throws AppError `conflict` for a draft that is not in review any more, or again
 */
export function requireProposal(copy: WorkingCopy, proposal?: number): void {
  const isSeen = proposal === undefined || proposal === (copy.proposal_id ?? 0);
  if (copy.draft_state === 'proposed' && isSeen) return;
  const name = copy.changed_by ?? '–';
  throw new AppError('conflict', `This proposal is no longer in review. ${name} changed the guide last.`, {
    reason: 'decidedMeanwhile',
    values: { name },
  });
}
