import { type Executor, sql } from '@guidepost/postgres';

const lockOut = sql`
  -- Waits for all posts under way, and makes new ones wait until the end of the transaction.
  select pg_advisory_xact_lock(hashtextextended('guidepost posts ' || $1::bigint, 0)) is null as locked
`;

/**
 * Waits until all posts under way to a forum are finished. Within a transaction, new posts wait for its end; without one,
 * only for this call.
 */
export async function lockOutPosts(executor: Executor, forumId: number): Promise<void> {
  await executor.one(lockOut([forumId]));
}
