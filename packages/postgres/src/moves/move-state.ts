import { AppError } from '@guidepost/service-kit';
import pgPromise from 'pg-promise';
import type { Database, Executor } from '../connection/database.ts';
import { isLockTimeout } from '../errors/database-error.ts';

const { TransactionMode, isolationLevel } = pgPromise.txMode;

/** Of a tenant in its present database. */
export type MoveState = 'copying' | 'settling' | 'read-only' | 'moved' | 'deleted';

export interface Move {
  id: string;
  /** The identity of the database that it goes to. */
  target: string;
  state: MoveState;
}

/** What both ends write alike, so that hashes of rows agree; and no limits. */
const SETTINGS = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO, MDY';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/** Reads everything as of one moment. */
export function inSnapshot<Result>(
  database: Database,
  work: (snapshot: Executor) => Promise<Result>,
): Promise<Result> {
  const mode = new TransactionMode({ tiLevel: isolationLevel.repeatableRead });
  return database.tx({ mode }, async (snapshot) => {
    await snapshot.none(SETTINGS);
    return work(snapshot);
  });
}

/** The one transaction of the target. Its rows trigger nothing. */
export function inTarget<Result>(
  database: Database,
  work: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  return database.tx(async (transaction) => {
    await transaction.none(SETTINGS);
    await transaction.none(`
      set local guidepost.arriving = 'on';
      set local guidepost.webhooks = 'off';
      set local synchronous_commit = on`);
    return work(transaction);
  });
}

export function findMove(executor: Executor, tenantId: number): Promise<Move | null> {
  return executor.oneOrNone<Move>('select id, target, state from tenant_moves where tenant_id = $1', [
    tenantId,
  ]);
}

/** The table of the first change that is noted, which stays: without it, others may have been lost as well. */
export const MOVES_TABLE = 'tenant_moves';

const NOTE_MOVE = `
  insert into tenant_changes (tenant_id, table_name, key) values ($1, '${MOVES_TABLE}', jsonb_build_array($2::text))`;

/**
 * Has changes noted from now on. A copy that was begun before is begun again.
 * @returns false when another command has got further meanwhile
 */
export function beginMove(
  database: Database,
  { tenantId, id, target }: { tenantId: number; id: string; target: string },
): Promise<boolean> {
  return database.tx(async (transaction) => {
    const { rowCount } = await transaction.result(
      `insert into tenant_moves (tenant_id, id, target, state) values ($1, $2, $3, 'copying')
       on conflict (tenant_id) do update set id = excluded.id, target = excluded.target, state = 'copying', changed_at = now()
       where tenant_moves.state in ('copying', 'settling')`,
      [tenantId, id, target],
    );
    if (rowCount === 0) return false;
    await transaction.none('delete from tenant_changes where tenant_id = $1', [tenantId]);
    await transaction.none(NOTE_MOVE, [tenantId, id]);
    return true;
  });
}

export function cancelledMeanwhile(): AppError {
  return new AppError('conflict', 'The move was cancelled or begun again by another command.');
}

/** @returns false when the move was cancelled or begun again meanwhile */
export async function changeState(
  executor: Executor,
  id: string,
  from: MoveState,
  to: MoveState,
): Promise<boolean> {
  const { rowCount } = await executor.result(
    'update tenant_moves set state = $3, changed_at = now() where id = $1 and state = $2',
    [id, from, to],
  );
  return rowCount === 1;
}

/**
 * Has changes refused from now on, once those under way are committed.
 * @param longestWait milliseconds to wait for them, while others are refused
 * @returns `busy` when one of them takes too long; then nothing has changed
 */
export async function freeze(
  database: Database,
  { tenantId, id, longestWait }: { tenantId: number; id: string; longestWait: number },
): Promise<'frozen' | 'busy' | 'cancelled'> {
  try {
    return await database.tx(async (transaction) => {
      await transaction.none(`set local synchronous_commit = on; set local lock_timeout = ${longestWait}`);
      await transaction.any(
        `select pg_advisory_xact_lock(hashtextextended('guidepost move ' || $1::bigint, 0))`,
        [tenantId],
      );
      return (await changeState(transaction, id, 'settling', 'read-only')) ? 'frozen' : 'cancelled';
    });
  } catch (error) {
    if (isLockTimeout(error)) return 'busy';
    throw error;
  }
}

/** Lets changes through again and forgets the move, unless it has got further. */
export async function endMove(database: Database, id: string): Promise<boolean> {
  return database.tx(async (transaction) => {
    const ended = await transaction.oneOrNone<{ tenant_id: number }>(
      `delete from tenant_moves where id = $1 and state in ('copying', 'settling', 'read-only') returning tenant_id`,
      [id],
    );
    if (ended) await transaction.none('delete from tenant_changes where tenant_id = $1', [ended.tenant_id]);
    return ended !== null;
  });
}

const WRITERS = `
  select distinct virtualtransaction as writer
  from pg_locks
  where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
    and relation = any($1::regclass[]) and granted and pid <> pg_backend_pid()
    and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

/** Those who were writing to these tables before their changes were noted. */
export function listWriters(executor: Executor, tables: readonly string[]): Promise<string[]> {
  return executor.map(WRITERS, [tables], ({ writer }) => String(writer));
}

const CHANGERS = `
  select distinct virtualtransaction as changer
  from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = hashtextextended('guidepost move ' || $1::bigint, 0) and objsubid = 1`;

/** Those who have changed the tenant, and have not committed. */
export function listChangers(executor: Executor, tenantId: number): Promise<string[]> {
  return executor.map(CHANGERS, [tenantId], ({ changer }) => String(changer));
}
