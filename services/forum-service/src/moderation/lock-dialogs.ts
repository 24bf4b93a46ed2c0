import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Forum } from '../forums/forum.ts';
import type { CountedDialog } from '../topics/count-dialogs.ts';
import { idsOf } from './moderate.ts';

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
  const locked = await transaction.any<LockedDialog>(lock([forumId, ids]));
  requireAll(ids, locked, { slug, noun: 'dialog' });
  return locked;
}

/**
 * Makes sure that everything that was named is there.
 * @throws AppError `not-found`
 */
export function requireAll(
  ids: readonly number[],
  found: readonly { id: number }[],
  { slug, noun }: { slug: string; noun: string },
): void {
  const known = new Set(idsOf(found));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const what = missing.length === 1 ? `no ${noun}` : `none of the ${noun}s`;
  throw new AppError('not-found', `${slug} has ${what} ${missing.join(', ')}.`);
}
