import type { Database } from '@guidepost/postgres';
import { feedWholeQueue, forgetUnusedWords } from '@guidepost/search';
import { requireForum } from '../../forums/find-forum.ts';
import { slugsOf } from '../../forums/slugs-of.ts';
import { dialogFeed } from '../../indexing/dialog-feed.ts';

/**
 * Has the search index hear of all that was changed, whether a service runs or not, and forget words that no dialog of a
 * forum, or of any, has any more. Also to be called when there was nothing to change: an erasure may have been interrupted
 * just before.
 *
 * @throws AppError `not-found`
 */
export async function forgetInSearch(database: Database, slug: string | undefined): Promise<void> {
  await feedWholeQueue({ ...dialogFeed(database), onSetAside: () => {} });
  for (const name of await slugsOf(database, slug)) {
    await forgetUnusedWords(database, (await requireForum(database, name)).id);
  }
}
