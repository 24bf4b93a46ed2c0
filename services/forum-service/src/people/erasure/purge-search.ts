import type { Database } from '@guidepost/postgres';
import { feedWholeQueue, forgetUnusedWords } from '@guidepost/search';
import { namedForums } from '../../forums/named-forums.ts';
import { dialogFeed } from '../../indexing/dialog-feed.ts';

/**
 * Indexes all queued changes and removes unused words from the index, whether or not a service runs. Call it even
 * without changes, since an earlier erasure may have been interrupted just before.
 * @throws AppError `not-found`
 */
export async function purgeSearch(database: Database, slug: string | undefined): Promise<void> {
  await feedWholeQueue({ ...dialogFeed(database), onSetAside: () => {} });
  for (const { id } of await namedForums(database, slug)) await forgetUnusedWords(database, id);
}
