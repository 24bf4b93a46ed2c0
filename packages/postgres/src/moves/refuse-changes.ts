import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Executor } from '../connection/database.ts';
import { isLockTimeout } from '../errors/database-error.ts';
import { changeState } from './move-state.ts';
import { mark, moveName } from './replication.ts';
import { listTables, type NamedTable, rowsByValue, type TenantMove } from './tenant-move.ts';

/** Milliseconds. */
const BETWEEN_ATTEMPTS = 2_000;
const FIRST_WAIT = 250;
const LAST_WAIT = 4_000;
const UNLOCK_WAIT = 250;

/** Has the parts of the tenant stay the same: none comes or goes. */
export function keepParts(move: TenantMove, id: string): Promise<number> {
  const parts = listTables(move.tables).filter(({ isPart }) => isPart);
  const refusal: Refusal = { id, event: 'insert', unless: 'deleted' };
  return withLocked(move, parts, (source) => refuseChanges(source, { ...move, tables: parts }, refusal));
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
    const refusal: Refusal = { id, event: 'insert or update', unless: 'copying deleted' };
    await refuseChanges(source, { ...move, tables }, refusal);
    await changeState(source, id, { from: 'settling', to: 'read-only' });
    last = await mark(source, id);
  });
  return { frozenAt, last };
}

interface Refusal {
  id: string;
  /** Besides deletions. */
  event: 'insert' | 'insert or update';
  /** States of the move in which nothing is refused. */
  unless: string;
}

/** By triggers, so that no path is forgotten. They exist only for a tenant that moves. */
async function refuseChanges(
  source: Executor,
  { tables, tenantId }: { tables: readonly NamedTable[]; tenantId: number },
  { id, event, unless }: Refusal,
): Promise<void> {
  const rows = await rowsByValue(source, tables, tenantId);
  const create = (table: NamedTable, suffix: 'new' | 'old', events: string) =>
    `create or replace trigger ${moveName(id)}_${suffix} after ${events} on ${table.name}
     for each row when (${rows(table, `${suffix}.`)})
     execute function refuse_change_of_moving_tenant('${id}', '${unless}')`;
  await source.none(
    tables.flatMap((table) => [create(table, 'new', event), create(table, 'old', 'delete')]).join('; '),
  );
}

/**
 * Does the work while no other transaction changes the tables, which waits for those under way.
 * @returns when it began to, as `performance.now()`
 */
async function withLocked(
  { source, onStage, signal }: TenantMove,
  tables: readonly NamedTable[],
  work: (source: Executor) => Promise<void>,
): Promise<number> {
  const names = tables.map(({ name }) => name).join();
  for (let attempt = 0; ; attempt += 1) {
    const began = performance.now();
    try {
      await source.tx(async (transaction) => {
        await transaction.none(`set local lock_timeout = ${longestWait(attempt)}`);
        await transaction.none(`lock table ${names} in share row exclusive mode`);
        await work(transaction);
      });
      return began;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
    if (attempt === 0) onStage('Waiting for a change that takes long, such as an import.');
    await pause(BETWEEN_ATTEMPTS, undefined, { signal });
  }
}

/**
 * Short at first, since others wait meanwhile; on a machine that is too busy, a longer one is better than none that
 * succeeds.
 */
function longestWait(attempt: number): number {
  return Math.min(LAST_WAIT, FIRST_WAIT * 2 ** attempt);
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
