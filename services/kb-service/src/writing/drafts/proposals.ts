import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../../model/permissions.ts';
import { withdrawProposal } from '../../notices/proposal-mail.ts';
import type { WorkingCopy } from './working-copy.ts';

interface Guide {
  knowledgeBaseId: number;
  guideId: number;
}

const keep = sql`
  -- The draft of the guide $2 is proposed by the person $3, called $4, which is news to those who may publish. One that
  -- comes back from its schedule is still the proposal of who proposed it first.
  with proposal as (
    insert into guide_proposals (knowledge_base_id, guide_id, proposer_id, proposer_name)
    values ($1, $2, $3, $4)
    on conflict (knowledge_base_id, guide_id) do update
    set id = default, proposed_at = now()
    returning proposed_at
  )
  insert into proposal_news (knowledge_base_id, guide_id, kind, done_by, doer_id, proposed_at)
  select $1, $2, 'proposed', $4, $3, p.proposed_at from proposal p
`;
const end = sql`
  delete from guide_proposals p
  where p.knowledge_base_id = $1 and p.guide_id = $2
`;
const noteDecision = sql`
  -- Decisions of the person $5, called $4, on the proposal of the guide $2 are news to its proposer. $3 kind
  insert into proposal_news (knowledge_base_id, guide_id, kind, person_id, done_by, doer_id, proposed_at)
  select p.knowledge_base_id, p.guide_id, $3, p.proposer_id, $4, $5, p.proposed_at
  from guide_proposals p
  where p.knowledge_base_id = $1 and p.guide_id = $2 and p.proposer_id is not null and p.proposer_id is distinct from $5
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

/** Notes who proposes a draft, for whoever saves it later is its author. */
export async function keepProposal(
  transaction: Executor,
  { knowledgeBaseId, guideId }: Guide,
  { personId, name }: Pick<Actor, 'personId' | 'name'>,
): Promise<void> {
  await transaction.none(keep([knowledgeBaseId, guideId, personId ?? null, name]));
}

/** Ends a proposal that is withdrawn or returned; mail does not name it any more. */
export async function endProposal(transaction: Executor, guide: Guide): Promise<void> {
  await transaction.none(end([guide.knowledgeBaseId, guide.guideId]));
  await withdrawProposal(transaction, guide);
}

/** Has the proposer told, if the guide is or was in review. Call it before the draft changes. */
export async function tellProposer(
  transaction: Executor,
  { knowledgeBaseId, guideId }: Guide,
  { kind, actor }: { kind: 'published' | 'returned'; actor: Actor },
): Promise<void> {
  await transaction.none(noteDecision([knowledgeBaseId, guideId, kind, actor.name, actor.personId ?? null]));
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
