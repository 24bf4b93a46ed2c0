import { type Executor, preparedStatement } from '@guidepost/postgres';

const lock = preparedStatement(new URL('./sql/lock-dialogs.sql', import.meta.url));

/** Before several dialogs are changed at once: others who change the same ones wait instead of locking up. */
export async function lockDialogs(
  transaction: Executor,
  forumId: number,
  ids: readonly number[],
): Promise<void> {
  await transaction.any(lock([forumId, ids]));
}
