import { type Executor, sql } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';
import { requireAll } from '../tenants/moderate.ts';
import type { CountedDialog } from './count-dialogs.ts';

/** A dialog that is locked until the end of the transaction. */
export interface LockedDialog extends CountedDialog {
  id: number;
  held: boolean;
}

const lock = sql`
  -- In order of id, as views are written. As strong as deleting or changing tags needs, so that no lock is upgraded later;
  -- posts already under way finish first.
  select d.id, d.topic, d.archived, d.held
  from dialogs d
  where d.forum_id = $1 and d.id = any($2::bigint[])
  order by d.id
  for update
`;

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
