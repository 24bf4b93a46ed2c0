import { type Executor, preparedStatement } from '@guidepost/postgres';

const lock = preparedStatement(new URL('./sql/lock-posters.sql', import.meta.url));

/** Locks posters before anything else is locked: whoever posts holds theirs and may wait for that. */
export async function lockPosters(
  transaction: Executor,
  forumId: number,
  posterIds: readonly number[],
): Promise<void> {
  await transaction.any(lock([forumId, posterIds]));
}
