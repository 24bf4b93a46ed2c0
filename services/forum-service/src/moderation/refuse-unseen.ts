import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { lockExistingDialogs } from '../dialogs/lock-dialogs.ts';

const find = preparedStatement(new URL('./sql/find-unseen.sql', import.meta.url));
const listChanged = preparedStatement(new URL('./sql/list-changed-dialogs.sql', import.meta.url));

/** Dialogs as a page showed them. */
interface SeenDialogs {
  dialogIds: readonly number[];
  /** When they were shown. */
  seen: Date;
}

/** Those in which readers or staff have changed something since they were shown (S54). */
export function listChangedDialogs(
  executor: Executor,
  forumId: number,
  { dialogIds, seen }: SeenDialogs,
): Promise<{ id: number; title: string }[]> {
  return executor.any(listChanged([forumId, dialogIds, seen]));
}

/** Locks dialogs, and refuses a change of those that have changed since they were shown. @throws AppError `conflict` */
export async function refuseChanged(
  transaction: Executor,
  forumId: number,
  dialogs: SeenDialogs,
): Promise<void> {
  await lockExistingDialogs(transaction, forumId, dialogs.dialogIds);
  const changed = await listChangedDialogs(transaction, forumId, dialogs);
  const titles = changed.map(({ title }) => title).join(', ');
  if (titles) throw new AppError('conflict', `Changed since they were shown: ${titles}.`);
}

/**
 * Locks dialogs, and refuses to publish what waits for review in them unless an editor has seen it as it is.
 * @throws AppError `conflict`
 */
export async function refuseUnseen(
  transaction: Executor,
  forumId: number,
  { dialogIds, seen }: SeenDialogs,
): Promise<void> {
  await lockExistingDialogs(transaction, forumId, dialogIds);
  const { unseen } = await transaction.one<{ unseen: boolean }>(find([forumId, dialogIds, seen]));
  if (unseen) throw new AppError('conflict', 'What waits for review has changed since it was shown.');
}
