import { bumpRevision, type Executor } from '@guidepost/postgres';
import { lockForAdministration } from '../accounts/lock-for-administration.ts';
import type { Forum } from '../model/forum.ts';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { requireForum } from './find-forum.ts';

export interface Change<Result> {
  /** Whether anything visible to clients changed. */
  changed: boolean;
  result: Result;
}

/**
 * The only way for administrators to change a forum: one at a time, in a transaction that raises the revision last and
 * once. Posts continue meanwhile, so `work` must follow the lock order of decision 0020.
 * @throws AppError `not-found`
 */
export function changeForum<Result>(
  database: Executor,
  slug: string,
  work: (transaction: Executor, forum: Forum) => Promise<Change<Result>>,
): Promise<Result> {
  return database.tx('change-forum', async (transaction) => {
    await transaction.none('set local statement_timeout = 0');
    await lockForAdministration(transaction, `forum ${slug}`);
    const forum = await requireForum(transaction, slug);
    const { changed, result } = await work(transaction, forum);
    if (changed) await bumpRevision(transaction, FORUM_REVISIONS, forum.id);
    return result;
  });
}
