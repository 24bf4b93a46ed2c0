import { type Executor, preparedStatement } from '@guidepost/postgres';

const insertDialogs = preparedStatement(new URL('./sql/queue-dialogs.sql', import.meta.url));
const insertChanged = preparedStatement(new URL('./sql/queue-changed.sql', import.meta.url));

export async function queueChanged(
  transaction: Executor,
  forumId: number,
  dialogIds: readonly number[],
): Promise<void> {
  await transaction.one(insertChanged([forumId, dialogIds]));
}

/**
 * Queues every dialog of a forum, when its language changes or it is deleted.
 * @returns the number of dialogs
 */
export async function queueDialogsOf(executor: Executor, forumId: number): Promise<number> {
  const { count } = await executor.one<{ count: number }>(insertDialogs([forumId]));
  return count;
}
