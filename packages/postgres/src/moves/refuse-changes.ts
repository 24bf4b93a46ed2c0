import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';
import type { Database, Executor } from '../connection/database.ts';
import { isLockTimeout } from '../errors/database-error.ts';
import { changeState } from './move-state.ts';
import { mark, moveName } from './replication.ts';
import { listTables, type NamedTable, rowsByValue, type TenantMove } from './tenant-move.ts';

const MOST_ATTEMPTS = 10;

/** Milliseconds. */
const POLL = 50;
const LONG = 2_000;
const BETWEEN_ATTEMPTS = 2_000;
const FIRST_WAIT = 250;
const LAST_WAIT = 4_000;
const UNLOCK_WAIT = 250;

/** Has the parts of the tenant stay the same: none comes or goes. */
export function keepParts(move: TenantMove, id: string): Promise<number> {
  const parts = listTables(move.tables).filter(({ isPart }) => isPart);
  return withLocked(move, parts, async (source) => {
    for (const table of parts)
      await refuseChanges(source, table, { ...move, id, event: 'insert', unless: 'deleted' });
  });
}

/**
 * Refuses all changes of the tenant from now on, once those under way are committed.
 * @returns since when, as `performance.now()`, and the mark behind the last change
 */
export async function freeze(move: TenantMove, id: string): Promise<{ frozenAt: number; last: number }> {
  const tables = listTables(move.tables).filter(({ onlyWorkers }) => !onlyWorkers);
  let last = 0;
  const frozenAt = await withLocked(move, tables, async (source) => {
    await source.none('set local synchronous_commit = on');
    for (const table of tables)
      await refuseChanges(source, table, {
        ...move,
        id,
        event: 'insert or update',
        unless: 'copying deleted',
      });
    await changeState(source, id, { from: 'settling', to: 'read-only' });
    last = await mark(source, id);
  });
  return { frozenAt, last };
}

interface Refusal {
  id: string;
  tenantId: number;
  /** Besides deletions. */
  event: 'insert' | 'insert or update';
  /** States of the move in which nothing is refused. */
  unless: string;
}

/** By triggers, so that no path is forgotten. They exist only for a tenant that moves. */
async function refuseChanges(source: Executor, table: NamedTable, refusal: Refusal): Promise<void> {
  const { id, tenantId, event, unless } = refusal;
  for (const [suffix, events] of [
    ['new', event],
    ['old', 'delete'],
  ]) {
    await source.none(
      `create or replace trigger ${moveName(id)}_${suffix} after ${events} on ${table.name}
       for each row when (${await rowsByValue(source, table, { tenantId, row: `${suffix}.` })})
       execute function refuse_change_of_moving_tenant('${id}', '${unless}')`,
    );
  }
}

/**
 * Does the work while no other transaction changes the tables, which waits for those under way.
 * @returns when it began to, as `performance.now()`
 */
async function withLocked(
  move: TenantMove,
  tables: readonly NamedTable[],
  work: (source: Executor) => Promise<void>,
): Promise<number> {
  const names = tables.map(({ name }) => name);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    await waitForWriters(move, names);
    const began = performance.now();
    try {
      await move.source.tx(async (transaction) => {
        await transaction.none(`set local lock_timeout = ${longestWait(attempt)}`);
        await transaction.none(`lock table ${names.join()} in share row exclusive mode`);
        await work(transaction);
      });
      return began;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    await pause(BETWEEN_ATTEMPTS, undefined, { signal: move.signal });
  }
  throw new AppError(
    'unavailable',
    'Another change, such as an import, is still running. Try again when it has finished.',
  );
}

/** Short at first, since others wait meanwhile; on a machine that is too busy, a longer one is better than none that succeeds. */
function longestWait(attempt: number): number {
  return Math.min(LAST_WAIT, FIRST_WAIT * 2 ** attempt);
}

const WRITERS = `
  select distinct virtualtransaction as writer
  from pg_locks
  where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
    and relation = any ($1::regclass[]) and granted and pid <> pg_backend_pid()
    and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

/** Waits for the transactions that write to these tables now, not for those that start later. */
async function waitForWriters(
  { source, onStage, signal }: TenantMove,
  tables: readonly string[],
): Promise<void> {
  const list = () => source.map(WRITERS, [tables], ({ writer }) => String(writer));
  const started = performance.now();
  let waitingFor = await list();
  let said = false;
  while (waitingFor.length > 0) {
    if (!said && performance.now() - started > LONG) {
      onStage('Waiting for a change that takes long.');
      said = true;
    }
    await pause(POLL, undefined, { signal });
    const now = await list();
    waitingFor = waitingFor.filter((one) => now.includes(one));
  }
}

/** Removes the triggers of a move, which refuse nothing any more; those of a busy table can stay. */
export async function dropTriggers(source: Database, id: string): Promise<void> {
  const triggers = await source.any<{ name: string; on: string }>(
    `select tgname as name, tgrelid::regclass::text as on from pg_trigger where tgname in ($1 || '_new', $1 || '_old')`,
    [moveName(id)],
  );
  for (const trigger of triggers) {
    await source
      .none(
        `set local lock_timeout = ${UNLOCK_WAIT}; drop trigger if exists ${trigger.name} on ${trigger.on}`,
      )
      .catch((error: unknown) => {
        if (!isLockTimeout(error)) throw error;
      });
  }
}
