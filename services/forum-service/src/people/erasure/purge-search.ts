import type { Database } from '@guidepost/postgres';
import { feedWholeQueue, forgetUnusedWords } from '@guidepost/search';
import { requireForum } from '../../forums/find-forum.ts';
import { slugsOf } from '../../forums/slugs-of.ts';
import { dialogFeed } from '../../indexing/dialog-feed.ts';

/**
 * Queues all changes for search and removes unused words from the index, whether or not a service runs. Call it even
 * without changes, since an earlier erasure may have been interrupted just before.
 * @throws AppError `not-found`
 */
export async function purgeSearch(database: Database, slug: string | undefined): Promise<void> {
  await feedWholeQueue({ ...dialogFeed(database), onSetAside: () => {} });
  for (const name of await slugsOf(database, slug)) {
    await forgetUnusedWords(database, (await requireForum(database, name)).id);
  }
}
