import { type Executor, sql } from '@guidepost/postgres';

const lock = sql`
  -- Waits for posts under way and blocks new ones.
  select p.id
  from posters p
  where p.forum_id = $1 and p.id = any ($2::bigint[])
  order by p.id
  for update
`;

/** Call before any other lock: a post locks its poster first. */
export async function lockPosters(
  transaction: Executor,
  forumId: number,
  posterIds: readonly number[],
): Promise<void> {
  await transaction.any(lock([forumId, posterIds]));
}
