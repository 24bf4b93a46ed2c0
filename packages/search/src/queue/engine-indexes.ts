import { randomBytes } from 'node:crypto';
import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import type { SearchEngine } from '../port/search-engine.ts';
import { holdFeeding } from './feed-index.ts';

/** An engine whose indexes this database keeps account of. */
export interface EngineAccount {
  database: Database;
  engine: SearchEngine;
  /** Part of what indexes are called, so that services can share an engine: `kb`. */
  service: string;
}

/** An index in an engine, as this database knows it. */
export interface KnownIndex {
  id: number;
  name: string;
  ready: boolean;
  /** The last batch that the engine confirmed, and the last one that was begun; 0 when there was none. */
  position: number;
  sending: number;
  /** Whether there are changes that it has not heard of. */
  waiting: boolean;
  /** Whether its `last_used` is no longer true. */
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

/** The index of the engine's settings; makes a note that there shall be one where there is none. */
export async function requireIndex(account: EngineAccount): Promise<KnownIndex> {
  const { database, engine } = account;
  const found = await database.oneOrNone<KnownIndex>(findIndex([engine.settings]));
  if (found) return found;
  await registerIndex(account);
  return database.one<KnownIndex>(findIndex([engine.settings]));
}

/** Nothing is handed over meanwhile, so from the first change on it hears of all that is not in its backlog. */
function registerIndex(account: EngineAccount): Promise<void> {
  return account.database.tx('register-search-index', async (transaction) => {
    await holdFeeding(transaction);
    const values = [account.engine.settings, newName(account)];
    const added = await transaction.oneOrNone<{ id: number }>(addIndex(values));
    if (added) await fill(transaction, added.id);
  });
}

/**
 * Has an index begin anew, since the engine does not hold what it did. Whoever is interrupted here leaves an index that
 * still does not hold what it should, up to the last statement.
 *
 * What there is goes, even if somebody else feeds it, for then it holds what neither of them has. Under another name: two
 * databases of which one is a copy of the other would else take turns at spoiling the same index.
 */
export async function resetIndex(account: EngineAccount, { id, name }: KnownIndex): Promise<void> {
  const { database, engine } = account;
  await database.none(closeIndex([id]));
  await engine.index(name).drop();
  await database.tx('start-search-index-anew', async (transaction) => {
    await fill(transaction, id);
    await transaction.none(renameIndex([id, newName(account)]));
  });
}

/** However long it takes: of some millions of documents, longer than statements may. */
async function fill(transaction: Executor, id: number): Promise<void> {
  await transaction.none('set local statement_timeout = 0');
  await transaction.none(fillBacklog([id]));
}

/** Has every index begin anew, whoever feeds it. */
export async function renewIndexes(database: Database): Promise<void> {
  await database.none(renewAll([]));
}

/** Notes that an index is used, and removes those that no instance has used for a day: of versions that are gone. */
export async function touchAndPrune({ database, engine }: EngineAccount, { id }: KnownIndex): Promise<void> {
  await database.none(touchIndex([id]));
  await forgetUnused(database, (name) => engine.index(name).drop());
}

/**
 * Forgets the indexes that no instance has used for a day, and all that waits for them.
 * @param drop removes one by its name from where it is; without it that is left to whoever runs the engine
 */
export async function forgetUnused(
  database: Database,
  drop?: (name: string) => Promise<void>,
): Promise<void> {
  for (const { id, name } of await database.any<Pick<KnownIndex, 'id' | 'name'>>(listUnused([]))) {
    await drop?.(name);
    await database.tx('forget-search-index', async (transaction) => {
      // Changes are handed over to indexes that are there.
      await holdFeeding(transaction);
      await transaction.none(deleteUnused([id]));
    });
  }
}

/** Nobody else makes the same one. */
function newName({ service, engine }: EngineAccount): string {
  return `guidepost-${service}-${engine.settings}-${randomBytes(6).toString('hex')}`;
}
