import { type Executor, preparedStatement } from '@guidepost/postgres';

const lock = preparedStatement(new URL('./sql/lock-posters.sql', import.meta.url));

/** Call before any other lock: a post locks its poster first. */
export async function lockPosters(
  transaction: Executor,
  forumId: number,
  posterIds: readonly number[],
): Promise<void> {
  await transaction.any(lock([forumId, posterIds]));
}
