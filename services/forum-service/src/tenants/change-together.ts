import type { Executor } from '@guidepost/postgres';
import { changeForum } from './change-forum.ts';
import { lockOutPosts } from './lock-out-posts.ts';

/** Milliseconds, as for changes at the desk. */
const LOCK_TIMEOUT = 4_000;

/** Makes several changes to a forum, or none of them. @throws whatever one of them throws */
export async function changeTogether(
  database: Executor,
  slug: string,
  changes: readonly ((executor: Executor) => Promise<unknown>)[],
): Promise<void> {
  const [only, ...others] = changes;
  if (others.length === 0) {
    await only?.(database);
    return;
  }
  const makeAll = async (transaction: Executor, { id }: { id: number }) => {
    // Each change locks in the order of posts, but not all together.
    await lockOutPosts(transaction, id);
    for (const change of changes) await change(transaction);
    return { changed: false, result: undefined };
  };
  await changeForum(database, slug, makeAll, { lockTimeout: LOCK_TIMEOUT });
}
