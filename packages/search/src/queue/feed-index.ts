import { type Database, type Executor, sql } from '@guidepost/postgres';
import type { SearchIndex, TenantChanges } from '../port.ts';
import {
  type Change,
  columnsOf,
  type Delivery,
  deliverChanges,
  type LoadDocuments,
  loadChanges,
} from './deliver-changes.ts';

export interface IndexFeed extends Pick<Delivery, 'onRejected'> {
  /** Needs two connections: one for the lock, the other to read and write. */
  database: Database;
  index: SearchIndex;
  load: LoadDocuments;
}

/** Texts end a batch earlier. */
const CHANGES_AT_ONCE = 500;

/** Arbitrary; one instance feeds the index at a time. */
const LOCK_KEY = 7_305_801_247;

const listChanges = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- The oldest changes. Locked rows are skipped: they are being changed and will be queued again.
  select q.tenant_id, q.document_id, q.change
  from search_queue q
  where q.set_aside is null
  order by q.change
  limit $1
  for update skip locked
`;
/** Adds the changes of the CTE `passed` to each engine's backlog, replacing older ones, in a common order. */
const ADD_TO_BACKLOGS = sql.part`insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
  select i.id, p.tenant_id, p.document_id, p.change, now()
  from passed p
  cross join search_indexes i
  order by i.id, p.tenant_id, p.document_id
  on conflict (index_id, tenant_id, document_id)
    do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null`;

const removeChanges = sql`
  -- Moves sent changes ($1 tenants, $2 documents, $3 changes) from the queue to each engine's backlog, replacing older
  -- ones, in a common order; except those that have changed again or are being changed. Waiting time starts now: it
  -- should measure the engine only.
  with passed as (
    delete from search_queue q
    using (
      select p.tenant_id, p.document_id
      from search_queue p
      join unnest($1::bigint[], $2::bigint[], $3::bigint[]) as s (tenant_id, document_id, change)
        on s.tenant_id = p.tenant_id and s.document_id = p.document_id and s.change = p.change
      for update of p skip locked
    ) sent
    where q.tenant_id = sent.tenant_id and q.document_id = sent.document_id
    returning q.tenant_id, q.document_id, q.change
  )
  ${ADD_TO_BACKLOGS}
`;
const reject = sql`
  -- Sets a document aside until it changes; one that is being changed will be sent anyway. Engines still receive it, as
  -- they may accept it.
  with passed as (
    update search_queue q
    set set_aside = $4
    where (q.tenant_id, q.document_id) in (
      select p.tenant_id, p.document_id
      from search_queue p
      where p.tenant_id = $1 and p.document_id = $2 and p.change = $3
      for update skip locked
    )
    returning q.tenant_id, q.document_id, q.change
  )
  ${ADD_TO_BACKLOGS}
`;

const tryToFeed = sql`
  select pg_try_advisory_xact_lock($1) as locked
`;
const waitToFeed = sql`
  select pg_advisory_xact_lock($1)
`;

/**
 * Indexes one batch of queued changes and moves them to the backlogs of engines. Repeated changes are sent once.
 * @returns how many changes were handled; undefined when another instance is feeding
 */
export function feedIndex(feed: IndexFeed): Promise<number | undefined> {
  return feed.database.tx('feed-search-index', async (transaction) => {
    const { locked } = await transaction.one<{ locked: boolean }>(tryToFeed([LOCK_KEY]));
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
  await transaction.any(waitToFeed([LOCK_KEY]));
}

/** Outside the lock's transaction, whose row locks would make writers wait for the index. */
async function feedBatch({ database, index, load, onRejected }: IndexFeed): Promise<number> {
  const changes = await database.any<Change>(listChanges([CHANGES_AT_ONCE]));
  const delivery: Delivery = {
    async send(wanted) {
      const { value: part } = await loadChanges(load, wanted).next();
      if (!part) return [];
      for (const ofTenant of byTenant(part.loaded)) await write(index, ofTenant);
      await database.none(removeChanges(columnsOf(part.sent)));
      return part.sent;
    },
    reject: ({ tenant_id, document_id, change }, reason) =>
      database.none(reject([tenant_id, document_id, change, reason])),
    onRejected,
  };
  return changes.length === 0 ? 0 : deliverChanges(delivery, changes);
}

/** The changes of each tenant together: a word is counted once for all of them. */
function byTenant(changes: readonly TenantChanges[]): TenantChanges[] {
  const joined = new Map<number, TenantChanges>();
  for (const { tenant, documents, removed } of changes) {
    const before = joined.get(tenant.id);
    joined.set(tenant.id, {
      tenant,
      documents: [...(before?.documents ?? []), ...documents],
      removed: [...(before?.removed ?? []), ...removed],
    });
  }
  return [...joined.values()];
}

async function write(index: SearchIndex, { tenant, documents, removed }: TenantChanges): Promise<void> {
  if (removed.length > 0) await index.remove(tenant, removed);
  if (documents.length > 0) await index.put(tenant, documents);
}
