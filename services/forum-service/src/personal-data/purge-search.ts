import type { Database } from '@guidepost/postgres';
import { feedWholeQueue } from '@guidepost/search';
import { dialogFeed } from '../indexing/dialog-feed.ts';

/**
 * Indexes all queued changes, whether or not a service runs. Call it even without changes, since an earlier erasure may
 * have been interrupted just before.
 */
export async function purgeSearch(database: Database): Promise<void> {
  await feedWholeQueue({ ...dialogFeed(database), onSetAside: () => {} });
}
