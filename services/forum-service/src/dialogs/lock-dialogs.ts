import { type Executor, preparedStatement } from '@guidepost/postgres';
import { requireAll } from '../audit/moderate.ts';
import type { Forum } from '../model/forum.ts';
import type { CountedDialog } from './count-dialogs.ts';

/** A dialog that nobody else can change until the end of the transaction. */
export interface LockedDialog extends CountedDialog {
  id: number;
  held: boolean;
}

const lock = preparedStatement(new URL('./sql/lock-dialogs.sql', import.meta.url));

/**
 * Locks dialogs; people who post to them wait, for moments.
 * @throws AppError `not-found` when one of them is not there
 */
export async function lockDialogs(
  transaction: Executor,
  { id: forumId, slug }: Pick<Forum, 'id' | 'slug'>,
  ids: readonly number[],
): Promise<LockedDialog[]> {
  const locked = await lockPresentDialogs(transaction, forumId, ids);
  requireAll(ids, locked, { slug, noun: 'dialog' });
  return locked;
}

/** Locks those of dialogs that are there. */
export function lockPresentDialogs(
  transaction: Executor,
  forumId: number,
  ids: readonly number[],
): Promise<LockedDialog[]> {
  return transaction.any<LockedDialog>(lock([forumId, ids]));
}
