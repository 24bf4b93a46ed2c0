import { bumpRevision, type Executor, isLockTimeout } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Forum } from '../model/forum.ts';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { requireForum } from './find-forum.ts';
import { lockForAdministration } from './lock-for-administration.ts';

export interface Change<Result> {
  /** Whether anything visible to clients changed. */
  changed: boolean;
  result: Result;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * The only way for administrators to change a forum: one at a time, in a transaction that raises the revision last and
 * once. Posts continue meanwhile, so `work` must follow the lock order of decision 0020.
 * @param options.lockTimeout milliseconds to wait for others; by default as long as the transaction around it
 * @throws AppError `not-found`, or `unavailable` while another change takes long
 */
export async function changeForum<Result>(
  database: Executor,
  slug: string,
  work: (transaction: Executor, forum: Forum) => Promise<Change<Result>>,
  { lockTimeout }: { lockTimeout?: number } = {},
): Promise<Result> {
  try {
    return await database.tx('change-forum', async (transaction) => {
      await transaction.none('set local statement_timeout = 0');
      if (lockTimeout !== undefined) await transaction.none(`set local lock_timeout = ${lockTimeout}`);
      await lockForAdministration(transaction, `forum ${slug}`);
      const forum = await requireForum(transaction, slug);
      const { changed, result } = await work(transaction, forum);
      if (changed) await bumpRevision(transaction, FORUM_REVISIONS, forum.id);
      return result;
    });
  } catch (error) {
    throw explainLock(error);
  }
}

/** Turns a lock timeout into an error for people. */
export function explainLock(error: unknown): unknown {
  if (!isLockTimeout(error)) return error;
  const message = 'The forum is being changed at the moment. Try again in a moment.';
  return new AppError('unavailable', message, { retryAfter: RETRY_AFTER_SECONDS, cause: error });
}
