import { type Executor, sql } from '@guidepost/postgres';

/** How many readers found a guide helpful, or not, where it was before. */
export interface EarlierVotes {
  up: number;
  down: number;
}

const setEarlierVotes = sql`
  -- $2: JSON array of {id, up, down}. Votes that were cast here stay.
  insert into guide_vote_counts as c (
    knowledge_base_id, guide_id, upvotes, downvotes, earlier_upvotes, earlier_downvotes
  )
  select $1, s.id, s.up, s.down, s.up, s.down
  from json_to_recordset($2) as s (id bigint, up integer, down integer)
  on conflict (knowledge_base_id, guide_id) do update
  set upvotes = c.upvotes - c.earlier_upvotes + excluded.earlier_upvotes,
    downvotes = c.downvotes - c.earlier_downvotes + excluded.earlier_downvotes,
    earlier_upvotes = excluded.earlier_upvotes,
    earlier_downvotes = excluded.earlier_downvotes
  where (c.earlier_upvotes, c.earlier_downvotes) is distinct from (excluded.earlier_upvotes, excluded.earlier_downvotes)
`;

const addFirstVotes = sql`
  -- $2: JSON array of {id, up, down}. Guides that have votes keep them.
  insert into guide_vote_counts (knowledge_base_id, guide_id, upvotes, downvotes, earlier_upvotes, earlier_downvotes)
  select $1, s.id, s.up, s.down, s.up, s.down
  from json_to_recordset($2) as s (id bigint, up integer, down integer)
  on conflict (knowledge_base_id, guide_id) do nothing
`;

/** Votes of both kinds; undefined if there are none, or numbers that cannot be. */
export function votesFrom(up: unknown, down: unknown): EarlierVotes | undefined {
  const votes = { up: Number(up), down: Number(down) };
  const isPossible = Object.values(votes).every(
    (count) => Number.isInteger(count) && count >= 0 && count < 1e9,
  );
  return isPossible && votes.up + votes.down > 0 ? votes : undefined;
}

/** Gives guides without votes those that they had where they were exported. */
export async function restoreVotes(
  transaction: Executor,
  knowledgeBaseId: number,
  votes: readonly (EarlierVotes & { id: number })[],
): Promise<void> {
  if (votes.length > 0) await transaction.none(addFirstVotes([knowledgeBaseId, JSON.stringify(votes)]));
}

/** Sets the earlier votes of guides, which count like those that were cast here. */
export async function keepEarlierVotes(
  transaction: Executor,
  knowledgeBaseId: number,
  votes: readonly (EarlierVotes & { id: number })[],
): Promise<void> {
  if (votes.length > 0) await transaction.none(setEarlierVotes([knowledgeBaseId, JSON.stringify(votes)]));
}
