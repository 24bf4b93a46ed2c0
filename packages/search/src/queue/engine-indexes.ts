import { randomBytes } from 'node:crypto';
import { type Database, type Executor, sql } from '@guidepost/postgres';
import type { SearchEngine } from '../port.ts';
import { holdFeeding } from './feed-index.ts';

export interface EngineAccount {
  database: Database;
  engine: SearchEngine;
  /** Part of index names, so that services can share an engine: `kb`. */
  service: string;
}

/** An engine's index as the database tracks it. */
export interface KnownIndex {
  id: number;
  name: string;
  ready: boolean;
  /** The last confirmed batch and the last one begun; 0 for none. */
  position: number;
  sending: number;
  waiting: boolean;
  /** Whether `last_used` is outdated. */
  unseen: boolean;
}

const findIndex = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- The index for settings $1, whether it has a backlog, and whether it was unused for a minute.
  select i.id, i.name, i.ready, i.position, i.sending,
    exists (select from search_backlog b where b.index_id = i.id and b.set_aside is null) as waiting,
    i.last_used < now() - interval '1 minute' as unseen
  from search_indexes i
  where i.settings = $1
`;
const addIndex = sql`
  insert into search_indexes (settings, name)
  values ($1, $2)
  on conflict (settings) do nothing
  returning id
`;
const fillBacklog = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Fills the backlog of index $1: everything in the local index, and what that rejected.
  insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
  select $1, d.tenant_id, d.document_id, nextval('search_changes'), now()
  from (
    select tenant_id, document_id from search_documents where words is not null
    union
    select tenant_id, document_id from search_queue where set_aside is not null
    order by tenant_id, document_id
  ) d
  on conflict (index_id, tenant_id, document_id)
    do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null
`;
const closeIndex = sql`
  update search_indexes
  set ready = false
  where id = $1
`;
const renameIndex = sql`
  -- Resets index $1, which was dropped, under another name.
  update search_indexes
  set name = $2, ready = false, position = 0, sending = 0
  where id = $1
`;
const renewAll = sql`
  -- Invalidates every engine's checkpoint, so that all indexes are rebuilt.
  update search_indexes i
  set ready = false, position = n.change, sending = n.change
  from (select nextval('search_changes') as change) n
`;
const touchIndex = sql`
  update search_indexes
  set last_used = now()
  where id = $1
`;
const listUnused = sql`
  select id, name
  from search_indexes
  where last_used < now() - interval '24 hours'
  order by id
`;
const deleteUnused = sql`
  -- Forgets index $1 and its backlog, unless it is in use again.
  delete from search_indexes
  where id = $1 and last_used < now() - interval '24 hours'
`;

export async function requireIndex(account: EngineAccount): Promise<KnownIndex> {
  const { database, engine } = account;
  const found = await database.oneOrNone<KnownIndex>(findIndex([engine.settings]));
  if (found) return found;
  await registerIndex(account);
  return database.one<KnownIndex>(findIndex([engine.settings]));
}

/** Blocks feeding meanwhile, so that no change is missed between backlog and queue. */
function registerIndex(account: EngineAccount): Promise<void> {
  return account.database.tx('register-search-index', async (transaction) => {
    await holdFeeding(transaction);
    const values = [account.engine.settings, newName(account)];
    const added = await transaction.oneOrNone<{ id: number }>(addIndex(values));
    if (added) await fill(transaction, added.id);
  });
}

/**
 * Resets an index whose engine has lost or replaced data. If interrupted, the checkpoint still does not match. The old
 * index is dropped even if another database feeds it, since its content is useless to both. The new name keeps copies
 * of a database from corrupting each other's index.
 */
export async function resetIndex(account: EngineAccount, { id, name }: KnownIndex): Promise<void> {
  const { database, engine } = account;
  await database.none(closeIndex([id]));
  await engine.index(name).drop();
  await database.tx('reset-search-index', async (transaction) => {
    await fill(transaction, id);
    await transaction.none(renameIndex([id, newName(account)]));
  });
}

/** May take longer than the statement limit for millions of documents. */
async function fill(transaction: Executor, id: number): Promise<void> {
  await transaction.none('set local statement_timeout = 0');
  await transaction.none(fillBacklog([id]));
}

export async function renewIndexes(database: Database): Promise<void> {
  await database.none(renewAll([]));
}

/** Marks an index as used and removes those unused for a day, which belong to old versions. */
export async function touchAndPrune({ database, engine }: EngineAccount, { id }: KnownIndex): Promise<void> {
  await database.none(touchIndex([id]));
  await forgetUnused(database, (name) => engine.index(name).drop());
}

/** Forgets indexes unused for a day, with their backlog. @param drop deletes one from the engine, if available */
export async function forgetUnused(
  database: Database,
  drop?: (name: string) => Promise<void>,
): Promise<void> {
  for (const { id, name } of await database.any<Pick<KnownIndex, 'id' | 'name'>>(listUnused([]))) {
    await drop?.(name);
    await database.tx('forget-search-index', async (transaction) => {
      // Feeding writes to the backlog of existing indexes.
      await holdFeeding(transaction);
      await transaction.none(deleteUnused([id]));
    });
  }
}

function newName({ service, engine }: EngineAccount): string {
  return `guidepost-${service}-${engine.settings}-${randomBytes(6).toString('hex')}`;
}
