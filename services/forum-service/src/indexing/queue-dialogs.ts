import { type Executor, preparedStatement } from '@guidepost/postgres';

const insertDialogs = preparedStatement(new URL('./sql/queue-dialogs.sql', import.meta.url));
const insertChanged = preparedStatement(new URL('./sql/queue-changed.sql', import.meta.url));

/** Puts dialogs that were changed, made or deleted into the search queue. */
export async function queueChanged(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<void> {
  await transaction.one(insertChanged([forumId, dialogIds]));
}

/**
 * Puts every dialog of a forum into the search queue: a forum of another language has its texts analysed anew, one that
 * is deleted leaves nothing in the index.
 *
 * @returns how many there are
 */
export async function queueDialogsOf(executor: Executor, forumId: number): Promise<number> {
  const { count } = await executor.one<{ count: number }>(insertDialogs([forumId]));
  return count;
}
