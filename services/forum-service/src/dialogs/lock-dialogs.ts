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

/** Dialogs that someone chose from a list, where some may be gone by now. */
export interface ChosenDialogs {
  ids: readonly number[];
  /** Without it, one that does not exist is an error. */
  skipsMissing?: boolean | undefined;
}

/** @throws AppError `not-found` as {@link lockDialogs}, unless missing ones are skipped */
export function lockChosenDialogs(
  transaction: Executor,
  forum: Pick<Forum, 'id' | 'slug'>,
  { ids, skipsMissing = false }: ChosenDialogs,
): Promise<LockedDialog[]> {
  return skipsMissing
    ? lockExistingDialogs(transaction, forum.id, ids)
    : lockDialogs(transaction, forum, ids);
}

export function lockExistingDialogs(
  transaction: Executor,
  forumId: number,
  ids: readonly number[],
): Promise<LockedDialog[]> {
  return transaction.any<LockedDialog>(lock([forumId, ids]));
}
