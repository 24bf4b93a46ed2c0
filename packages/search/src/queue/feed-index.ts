import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { SearchDocument, SearchIndex, SearchTenant } from '../port/search-index.ts';

/** What the records of a tenant are found by, at this moment. */
export interface LoadedDocuments {
  tenant: SearchTenant;
  /** Of the ids that were asked for; those that clients must not find are left out. */
  documents: SearchDocument[];
}

/** From where to where, and who hears of it. */
export interface IndexFeed {
  /** With at least two connections: one holds the lock while others read and write. */
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
    return locked ? feedBatch(transaction, feed) : undefined;
  });
}

/** Brings everything that is queued into the index, taking turns with whoever else does. */
export async function feedWholeQueue(feed: IndexFeed, onBatch?: (changes: number) => void): Promise<void> {
  let changes: number;
  do {
    changes = await feed.database.tx('feed-search-index', async (transaction) => {
      await transaction.any('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
      return feedBatch(transaction, feed);
    });
    onBatch?.(changes);
  } while (changes > 0);
}

async function feedBatch(transaction: Executor, feed: IndexFeed): Promise<number> {
  await transaction.none('set local statement_timeout = 0');
  const changes = await transaction.any<Change>(listChanges([BATCH]));
  for (const group of Map.groupBy(changes, ({ tenant_id }) => tenant_id).values()) {
    await sendChanges(transaction, feed, group);
  }
  return changes.length;
}

async function sendChanges(transaction: Executor, feed: IndexFeed, changes: Change[]): Promise<void> {
  try {
    await send(feed, changes);
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'invalid')) throw error;
    // One of them is not fit for the engine: alone it can be told apart, and the others get through.
    if (changes.length === 1) return setChangeAside(transaction, feed, { changes, reason: error.message });
    for (const change of changes) await sendChanges(transaction, feed, [change]);
    return;
  }
  const columns = [changes.map((one) => one.tenant_id), changes.map((one) => one.document_id)];
  await transaction.none(removeChanges([...columns, changes.map(({ change }) => change)]));
}

async function send({ index, load }: IndexFeed, changes: Change[]): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const ids = changes.map(({ document_id }) => document_id);
  const { tenant, documents } = await load(first.tenant_id, ids);
  const shown = new Set(documents.map(({ id }) => id));
  const gone = ids.filter((id) => !shown.has(id));
  if (gone.length > 0) await index.remove(tenant, gone);
  if (documents.length > 0) await index.put(tenant, documents);
}

async function setChangeAside(
  transaction: Executor,
  { onSetAside }: IndexFeed,
  { changes, reason }: { changes: Change[]; reason: string },
): Promise<void> {
  for (const { tenant_id: tenantId, document_id: documentId, change } of changes) {
    await transaction.none(setAside([tenantId, documentId, change, reason]));
    onSetAside({ tenantId, documentId, reason });
  }
}
