import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { lockExistingDialogs } from '../dialogs/lock-dialogs.ts';

const find = preparedStatement(new URL('./sql/find-unseen.sql', import.meta.url));

/**
 * Locks dialogs, and refuses to publish what waits for review in them unless an editor has seen it as it is.
 * @param seen when it was shown to them
 * @throws AppError `conflict`
 */
export async function refuseUnseen(
  transaction: Executor,
  forumId: number,
  { dialogIds, seen }: { dialogIds: readonly number[]; seen: Date },
): Promise<void> {
  await lockExistingDialogs(transaction, forumId, dialogIds);
  const { unseen } = await transaction.one<{ unseen: boolean }>(find([forumId, dialogIds, seen]));
  if (unseen) throw new AppError('conflict', 'What waits for review has changed since it was shown.');
}
