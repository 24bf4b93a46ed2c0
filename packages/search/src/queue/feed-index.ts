import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import type { TenantChanges } from '../port/search-engine.ts';
import type { SearchIndex } from '../port/search-index.ts';
import {
  type Change,
  columnsOf,
  type Delivery,
  deliverChanges,
  type LoadDocuments,
  loadChanges,
} from './deliver-changes.ts';

export interface IndexFeed extends Pick<Delivery, 'onSetAside'> {
  /** Needs two connections: one for the lock, the other to read and write. */
  database: Database;
  index: SearchIndex;
  load: LoadDocuments;
}

/** Texts end a batch earlier. */
const CHANGES_AT_ONCE = 500;

/** Arbitrary; one instance feeds the index at a time. */
const LOCK_KEY = 7_305_801_247;

const listChanges = preparedStatement(new URL('./sql/list-changes.sql', import.meta.url));
const removeChanges = preparedStatement(new URL('./sql/remove-changes.sql', import.meta.url));
const setAside = preparedStatement(new URL('./sql/set-aside.sql', import.meta.url));

/**
 * Indexes one batch of queued changes and moves them to the backlogs of engines. Repeated changes are sent once.
 * @returns how many changes were handled; undefined when another instance is feeding
 */
export function feedIndex(feed: IndexFeed): Promise<number | undefined> {
  return feed.database.tx('feed-search-index', async (transaction) => {
    const { locked } = await transaction.one('select pg_try_advisory_xact_lock($1) as locked', [LOCK_KEY]);
    return locked ? feedBatch(feed) : undefined;
  });
}

/** Empties the queue, alternating with other feeders. Changes in uncommitted transactions stay queued. */
export async function feedWholeQueue(feed: IndexFeed, onBatch?: (changes: number) => void): Promise<void> {
  let changes: number;
  do {
    changes = await feed.database.tx('feed-search-index', async (transaction) => {
      await holdFeeding(transaction);
      return feedBatch(feed);
    });
    onBatch?.(changes);
  } while (changes > 0);
}

/** Blocks feeding until the transaction ends, for changes to how documents are analysed. */
export async function holdFeeding(transaction: Executor): Promise<void> {
  await transaction.any('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
}

/** Outside the lock's transaction, whose row locks would make writers wait for the index. */
async function feedBatch({ database, index, load, onSetAside }: IndexFeed): Promise<number> {
  const changes = await database.any<Change>(listChanges([CHANGES_AT_ONCE]));
  const delivery: Delivery = {
    async send(wanted) {
      const { value: part } = await loadChanges(load, wanted).next();
      if (!part) return [];
      for (const ofTenant of part.loaded) await write(index, ofTenant);
      await database.none(removeChanges(columnsOf(part.sent)));
      return part.sent;
    },
    setAside: ({ tenant_id, document_id, change }, reason) =>
      database.none(setAside([tenant_id, document_id, change, reason])),
    onSetAside,
  };
  return changes.length === 0 ? 0 : deliverChanges(delivery, changes);
}

async function write(index: SearchIndex, { tenant, documents, gone }: TenantChanges): Promise<void> {
  if (gone.length > 0) await index.remove(tenant, gone);
  if (documents.length > 0) await index.put(tenant, documents);
}
