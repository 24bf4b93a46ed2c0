import {
  type Database,
  type Executor,
  preparedStatement,
  sqlText,
  statementTemplate,
} from '@guidepost/postgres';
import type { TenantChanges } from '../port/search-engine.ts';
import type { SearchIndex } from '../port/search-index.ts';
import {
  type Change,
  columnsOf,
  type Delivery,
  deliverChanges,
  LOADED_AT_ONCE,
  type LoadDocuments,
} from './deliver-changes.ts';

/** From where to where, and who hears of it. */
export interface IndexFeed extends Pick<Delivery, 'onSetAside'> {
  /** With at least two connections: one holds the lock while the other reads and writes. */
  database: Database;
  index: SearchIndex;
  load: LoadDocuments;
}

/** One instance feeds the index at a time, whichever asks first; any constant does. */
const LOCK_KEY = 7_305_801_247;

const listChanges = preparedStatement(new URL('./sql/list-changes.sql', import.meta.url));
const removeChanges = thatHandsOver('remove-changes');
const setAside = thatHandsOver('set-aside');

/**
 * Brings one batch of queued changes into the index. What is queued twice is sent once, as it is now; it leaves the
 * queue when the index has it, and then waits for the indexes of engines.
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

/** Outside of the transaction that holds the lock: rows that it locked too would make writers wait for the index. */
async function feedBatch({ database, index, load, onSetAside }: IndexFeed): Promise<number> {
  const changes = await database.any<Change>(listChanges([LOADED_AT_ONCE]));
  const delivery: Delivery = {
    load,
    async send(loaded, sent) {
      for (const ofTenant of loaded) await write(index, ofTenant);
      await database.none(removeChanges(columnsOf(sent)));
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

/** What takes changes off the queue puts them before the engines in the same statement. */
function thatHandsOver(name: string): ReturnType<typeof preparedStatement> {
  const handOver = sqlText(new URL('./sql/hand-over.sql', import.meta.url));
  const statement = statementTemplate(new URL(`./sql/${name}.sql`, import.meta.url));
  return statement({ handOver }, { prepared: true });
}
