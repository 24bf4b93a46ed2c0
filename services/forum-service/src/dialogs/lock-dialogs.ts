import { type Executor, preparedStatement } from '@guidepost/postgres';
import { requireAll } from '../audit/moderate.ts';
import type { Forum } from '../model/forum.ts';
import type { CountedDialog } from './count-dialogs.ts';

/** A dialog that is locked until the end of the transaction. */
export interface LockedDialog extends CountedDialog {
  id: number;
  held: boolean;
}

const lock = preparedStatement(new URL('./sql/lock-dialogs.sql', import.meta.url));

/** Locks dialogs; posts to them wait briefly. @throws AppError `not-found` when one of them does not exist */
export async function lockDialogs(
  transaction: Executor,
  { id: forumId, slug }: Pick<Forum, 'id' | 'slug'>,
  ids: readonly number[],
): Promise<LockedDialog[]> {
  const locked = await lockExistingDialogs(transaction, forumId, ids);
  requireAll(ids, locked, { slug, noun: 'dialog' });
  return locked;
}

export function lockExistingDialogs(
  transaction: Executor,
  forumId: number,
  ids: readonly number[],
): Promise<LockedDialog[]> {
  return transaction.any<LockedDialog>(lock([forumId, ids]));
}
