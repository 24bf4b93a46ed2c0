import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';
import type { Database, Executor } from '../connection/database.ts';
import {
  type NamedTable,
  readColumns,
  replicatedTables,
  rowsByValue,
  type TenantMove,
} from './tenant-move.ts';

/** Milliseconds. */
const POLL = 20;
const SLOTS_POLL = 50;
const SLOTS_TIMEOUT = 15_000;

/** The name of what a move makes: publication, slot, subscription, triggers. */
export function moveName(id: string): string {
  return `guidepost_move_${id.replaceAll('-', '_')}`;
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Has the server of the target copy the tenant's rows, and follow what changes in the source. */
export async function startReplication(move: TenantMove, id: string): Promise<void> {
  const { source, target, tenantId, tables, sourceUrl } = move;
  const name = moveName(id);
  const replicated = replicatedTables(tables);
  const rows = await rowsByValue(source, replicated, tenantId);
  const published = [
    `move_marks where (move = '${id}')`,
    ...replicated.map((table) => `${table.name} where (${rows(table, '')})`),
  ];
  await source.none(
    `create publication ${name} for table ${published.join(', ')} with (publish = 'insert, update, delete')`,
  );
  await source.one(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name]);
  await target.none(
    `create subscription ${name} connection ${literal(sourceUrl)} publication ${name}
     with (create_slot = false, slot_name = '${name}', disable_on_error = true)`,
  );
  const { oid } = await target.one<{ oid: number }>('select oid from pg_subscription where subname = $1', [
    name,
  ]);
  await source.none('update tenant_moves set subscription = $2 where id = $1', [id, oid]);
}

/** Waits until all tables have been copied for the first time. */
export async function untilCopied(move: TenantMove, id: string): Promise<void> {
  for (;;) {
    const { waiting } = await readSubscription(move.target, id);
    if (waiting === 0) return;
    await pause(POLL, undefined, { signal: move.signal });
  }
}

interface Subscription {
  /** Tables that are not copied yet. */
  waiting: number;
}

async function readSubscription(target: Executor, id: string): Promise<Subscription> {
  const found = await target.oneOrNone<Subscription & { enabled: boolean }>(
    `select s.subenabled as enabled,
       (select count(*) from pg_subscription_rel r where r.srsubid = s.oid and r.srsubstate <> 'r') as waiting
     from pg_subscription s
     where s.subname = $1 and s.subdbid = (select oid from pg_database where datname = current_database())`,
    [moveName(id)],
  );
  if (found?.enabled) return found;
  throw new AppError(
    'unavailable',
    'The other database failed to copy a row, such as for want of disk space, or lost the connection: the log of its server says why.',
  );
}

/** Writes a mark in the source that {@link untilMarked} waits for. */
export async function mark(source: Executor, id: string): Promise<number> {
  const { number } = await source.one<{ number: number }>(
    `insert into move_marks (move, number)
     select $1, coalesce(max(m.number), 0) + 1 from move_marks m where m.move = $1
     returning number`,
    [id],
  );
  return number;
}

/** Waits until the target has all that was committed in the source before the mark. */
export async function untilMarked({ target, signal }: TenantMove, id: string, number: number): Promise<void> {
  for (;;) {
    const marked = await target.oneOrNone('select from move_marks where move = $1 and number = $2', [
      id,
      number,
    ]);
    if (marked) return;
    await readSubscription(target, id);
    await pause(POLL, undefined, { signal });
  }
}

interface Sum {
  name: string;
  rows: number;
  /** The sum of the hashes of all rows. */
  sum: string;
}

/**
 * Compares numbers and hashes of all replicated rows. Workers go on in the source, so a difference is looked at again.
 * @returns the number of rows
 * @throws AppError `internal` that names the tables that differ
 */
export async function verifyReplicas(move: TenantMove, id: string): Promise<number> {
  const { source, target, tenantId, tables } = move;
  const names = replicatedTables(tables);
  const statement = await sumRows(source, names, tenantId);
  let different: string[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const [here, there] = await Promise.all([source.any<Sum>(statement), target.any<Sum>(statement)]);
    different = here.filter((sum, place) => !isEqual(sum, there[place])).map(({ name }) => name);
    if (different.length === 0) return here.reduce((total, { rows }) => total + rows, 0);
    await untilMarked(move, id, await mark(source, id));
  }
  throw new AppError('internal', `The copy differs from the original in ${different.join(', ')}.`);
}

function isEqual(here: Sum, there: Sum | undefined): boolean {
  return here.rows === there?.rows && here.sum === there.sum;
}

async function sumRows(source: Executor, tables: readonly NamedTable[], tenantId: number): Promise<string> {
  const columns = await readColumns(source, tables);
  const rows = await rowsByValue(source, tables, tenantId);
  const sums = tables.map((table) => {
    const values = (columns.get(table.name) ?? [])
      .filter((column) => !table.unverified?.includes(column))
      .map((column) => `t."${column}"`);
    return `
      select '${table.name}' as name, count(*) as rows,
        coalesce(sum(hash_record_extended(row(${values.join()}), 0)), 0)::text as sum
      from ${table.name} t
      where ${rows(table, 't.')}`;
  });
  return sums.join(' union all ');
}

/** Has the target follow no more, so that the source can drop its slots. */
export async function disableSubscription(target: Executor, id: string): Promise<void> {
  if (await hasSubscription(target, id)) await target.none(`alter subscription ${moveName(id)} disable`);
}

/** Ends the subscription. Before all tables were copied, this asks the source for slots: drop those first. */
export async function dropSubscription(target: Executor, id: string): Promise<void> {
  const name = moveName(id);
  if (!(await hasSubscription(target, id))) return;
  await target.none(`
    alter subscription ${name} disable;
    alter subscription ${name} set (slot_name = none);
    drop subscription ${name}`);
}

async function hasSubscription(target: Executor, id: string): Promise<boolean> {
  const found = await target.oneOrNone(
    `select from pg_subscription
     where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())`,
    [moveName(id)],
  );
  return found !== null;
}

/** The slot of the subscription, and those by which it copies tables. */
const LIST_SLOTS = `
  select s.slot_name as name, s.active_pid as pid
  from pg_replication_slots s
  where s.database = current_database()
    and (s.slot_name = $1 or s.slot_name ~ ('^pg_' || (select subscription from tenant_moves where id = $2) || '_sync_'))`;

/** Has the source keep nothing for the target any more, whether or not the target can be reached. */
export async function dropPublication(source: Database, id: string): Promise<void> {
  const name = moveName(id);
  const deadline = performance.now() + SLOTS_TIMEOUT;
  for (;;) {
    const slots = await source.any<{ name: string; pid: number | null }>(LIST_SLOTS, [name, id]);
    if (slots.length === 0) break;
    if (performance.now() > deadline)
      throw new AppError(
        'unavailable',
        `The replication slot ${name} is still in use, so this server keeps its log for it. Drop the slot.`,
      );
    for (const slot of slots) {
      if (slot.pid === null)
        await source.any('select pg_drop_replication_slot($1)', [slot.name]).catch(unlessBusy);
      else await source.any('select pg_terminate_backend($1)', [slot.pid]);
    }
    await pause(SLOTS_POLL);
  }
  await source.none(`drop publication if exists ${name}`);
  await source.none('delete from move_marks where move = $1', [id]);
}

/** The target may have taken the slot again, or dropped it. */
function unlessBusy(error: unknown): void {
  const isBusy =
    error instanceof Error && 'code' in error && (error.code === '55006' || error.code === '42704');
  if (!isBusy) throw error;
}
