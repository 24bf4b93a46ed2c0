import { bumpRevision, type Executor } from '@guidepost/postgres';
import { lockForAdministration } from '../accounts/lock-for-administration.ts';
import type { Forum } from '../model/forum.ts';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { requireForum } from './find-forum.ts';

export interface Change<Result> {
  /** Whether anything that clients may see was touched. */
  changed: boolean;
  result: Result;
}

/**
 * The one way in which administrators change a forum: in a transaction, one of them at a time, with the revision raised
 * last and once. People go on posting meanwhile, so `work` takes locks in the order of decision 0020.
 *
 * @throws AppError `not-found` when there is no forum with this slug
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
