import { randomBytes } from 'node:crypto';
import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import type { SearchEngine } from '../port/search-engine.ts';
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

const sql = (name: string) => preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url));
const findIndex = sql('find-index');
const addIndex = sql('add-index');
const fillBacklog = sql('fill-backlog');
const closeIndex = sql('close-index');
const renameIndex = sql('rename-index');
const renewAll = sql('renew-indexes');
const touchIndex = sql('touch-index');
const listUnused = sql('list-unused');
const deleteUnused = sql('delete-unused');

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
