import { type Executor, preparedStatement } from '@guidepost/postgres';

const lockOut = preparedStatement(new URL('./sql/lock-out-posts.sql', import.meta.url));

/**
 * Waits until everything that people are posting to a forum is finished. Within a transaction, new posts then wait for its
 * end; without one, only those that arrive during the wait do.
 */
export async function lockOutPosts(executor: Executor, forumId: number): Promise<void> {
  await executor.one(lockOut([forumId]));
}
