import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { SearchDocument, SearchIndex, SearchTenant } from '../port/search-index.ts';

/** What the records of a tenant are found by, at this moment. */
export interface LoadedDocuments {
  tenant: SearchTenant;
  /** Of the ids that were asked for; those that clients must not find are left out. */
  documents: SearchDocument[];
  /** Ids for another time, since the documents are too large to be in memory at once; never all of them. */
  later?: readonly number[];
}

/** From where to where, and who hears of it. */
export interface IndexFeed {
  /** With at least two connections: one holds the lock while the other reads and writes. */
  database: Database;
  index: SearchIndex;
  load: (tenantId: number, ids: number[]) => Promise<LoadedDocuments>;
  /** Hears of each document that the engine will not take. */
  onSetAside: (document: SetAside) => void;
}

export interface SetAside {
  tenantId: number;
  documentId: number;
  reason: string;
}

interface Change {
  tenant_id: number;
  document_id: number;
  change: number;
}

/** One instance feeds the index at a time, whichever asks first; any constant does. */
const LOCK_KEY = 7_305_801_247;

/** Few enough that their texts fit into a small process. */
const BATCH = 20;

const listChanges = preparedStatement(new URL('./sql/list-changes.sql', import.meta.url));
const removeChanges = preparedStatement(new URL('./sql/remove-changes.sql', import.meta.url));
const setAside = preparedStatement(new URL('./sql/set-aside.sql', import.meta.url));

/**
 * Brings one batch of queued changes into the index. What is queued twice is sent once, as it is now; it leaves the
 * queue when the engine has it, so that whatever fails or ends on the way is sent again.
 *
 * @returns how many changes were dealt with; undefined when another instance is at it
 */
export function feedIndex(feed: IndexFeed): Promise<number | undefined> {
  return feed.database.tx('feed-search-index', async (transaction) => {
    const { locked } = await transaction.one('select pg_try_advisory_xact_lock($1) as locked', [LOCK_KEY]);
    return locked ? feedBatch(feed) : undefined;
  });
}

/**
 * Brings everything that is queued into the index, taking turns with whoever else does. What is being changed at this
 * moment stays in the queue.
 */
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

/**
 * Keeps everybody else from feeding the index until the transaction ends: for whoever changes how documents are analysed,
 * so that none that is written meanwhile is analysed as before.
 */
export async function holdFeeding(transaction: Executor): Promise<void> {
  await transaction.any('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
}

/** Outside of the transaction that holds the lock: rows that it locked too would make writers wait for the engine. */
async function feedBatch(feed: IndexFeed): Promise<number> {
  const changes = await feed.database.any<Change>(listChanges([BATCH]));
  let done = 0;
  for (const ofTenant of Map.groupBy(changes, ({ tenant_id }) => tenant_id).values()) {
    done += await sendChanges(feed, ofTenant);
  }
  return done;
}

/** @returns how many were dealt with, which is at least one */
async function sendChanges(feed: IndexFeed, changes: Change[]): Promise<number> {
  try {
    const sent = await send(feed, changes);
    const columns = [sent.map((one) => one.tenant_id), sent.map((one) => one.document_id)];
    await feed.database.none(removeChanges([...columns, sent.map(({ change }) => change)]));
    return sent.length;
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'invalid')) throw error;
    // One of them is not fit for the engine: alone it can be told apart, and the others get through.
    if (changes.length === 1) await setChangesAside(feed, changes, error.message);
    else for (const change of changes) await sendChanges(feed, [change]);
    return changes.length;
  }
}

/** @returns the changes that the engine has now */
async function send({ index, load }: IndexFeed, changes: Change[]): Promise<Change[]> {
  const [first] = changes;
  if (!first) return [];
  const ids = changes.map(({ document_id }) => document_id);
  const { tenant, documents, later = [] } = await load(first.tenant_id, ids);
  const known = new Set([...documents.map(({ id }) => id), ...later]);
  const gone = ids.filter((id) => !known.has(id));
  if (gone.length > 0) await index.remove(tenant, gone);
  if (documents.length > 0) await index.put(tenant, documents);
  return changes.filter(({ document_id }) => !later.includes(document_id));
}

async function setChangesAside(
  { database, onSetAside }: IndexFeed,
  changes: Change[],
  reason: string,
): Promise<void> {
  for (const { tenant_id: tenantId, document_id: documentId, change } of changes) {
    await database.none(setAside([tenantId, documentId, change, reason]));
    onSetAside({ tenantId, documentId, reason });
  }
}
