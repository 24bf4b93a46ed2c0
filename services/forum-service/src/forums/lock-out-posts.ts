import { type Executor, preparedStatement } from '@guidepost/postgres';

const lockOut = preparedStatement(new URL('./sql/lock-out-posts.sql', import.meta.url));

/**
 * Waits until all posts under way to a forum are finished. Within a transaction, new posts wait for its end; without one,
 * only for this call.
 */
export async function lockOutPosts(executor: Executor, forumId: number): Promise<void> {
  await executor.one(lockOut([forumId]));
}
