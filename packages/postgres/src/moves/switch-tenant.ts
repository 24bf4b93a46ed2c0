import { randomInt } from 'node:crypto';
import { AppError } from '@guidepost/service-kit';
import { type Executor, inSnapshot } from '../connection/database.ts';
import { isUniqueViolation } from '../errors/database-error.ts';
import { copySecrets } from './check-target.ts';
import { dropSubscription } from './replication.ts';
import {
  listTables,
  type NamedTable,
  readColumns,
  replicatedTables,
  rowsByValue,
  rowsOf,
  type TenantMove,
} from './tenant-move.ts';

// The switch first, then its parts in their order: people, the other rows with their numbers, sequences.

/** The source, in one snapshot, and the transaction of the target. */
interface Switching {
  source: Executor;
  target: Executor;
  tenantId: number;
  tables: readonly NamedTable[];
  columns: ReadonlyMap<string, string[]>;
}

/** Settings with which both ends write values alike. */
const SETTINGS = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO, MDY';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/**
 * Makes the tenant live in the target, in one transaction, with the rows that were not replicated.
 * @returns their number
 * @throws AppError `conflict` when ids are taken there
 */
export function switchTenant(move: TenantMove, id: string): Promise<number> {
  return inSnapshot(move.source, async (source) => {
    await source.none(SETTINGS);
    return move.target.tx(async (target) => {
      await target.none(
        `${SETTINGS}; set local guidepost.webhooks = 'off'; set local synchronous_commit = on`,
      );
      const { rowCount } = await target.result(
        'update tenant_arrivals set arrived = true where id = $1 and arrived is null',
        [id],
      );
      if (rowCount !== 1) throw new AppError('conflict', 'The move was cancelled meanwhile.');
      await dropSubscription(target, id);
      const rows = await copyRest({ ...move, source, target });
      await target.none('delete from tenant_moves where tenant_id = $1', [move.tenantId]);
      await target.none('delete from move_marks where move = $1', [id]);
      await move.queue(target);
      await move.arrive(target);
      return rows;
    });
  });
}

async function copyRest(
  move: Omit<TenantMove, 'source' | 'target'> & Pick<Switching, 'source' | 'target'>,
): Promise<number> {
  const { source, target, tenantId } = move;
  const tables = listTables(move.tables);
  const columns = await readColumns(source, [...tables, ...PEOPLE]);
  const switching: Switching = { source, target, tenantId, tables, columns };
  await copySecrets(move);
  const there = await copyPeople(switching);
  const replicated = replicatedTables(move.tables);
  // Parts of the tenant are copied below, so the target cannot look them up yet.
  const replicatedRows = await rowsByValue(source, replicated, tenantId);
  for (const table of replicated) {
    await renamePeople(target, { ...table, where: replicatedRows(table, 't.') }, there);
  }
  const rest = tables.filter(({ withSwitch }) => withSwitch);
  const rows = await copyTables(switching, {
    tables: rest.map((table) => ({ ...table, where: rowsOf(table, tenantId) })),
    there,
  });
  await verifyRows(switching, rest);
  await raiseSequences(switching);
  return rows;
}

/** People of the desk belong to no tenant: those whom rows name go along. Sessions stay: people sign in again. */
const PEOPLE = [
  { name: 'staff_people', column: 'id' },
  { name: 'staff_passkeys', column: 'person_id' },
  { name: 'staff_identities', column: 'person_id' },
];

/** Ids in the target of people who have another one there, by the id in the source. */
type PeopleThere = ReadonlyMap<number, number>;

/** Copies people unless the target has their address. */
async function copyPeople(switching: Switching): Promise<PeopleThere> {
  const { source, target, tables, tenantId } = switching;
  const named = tables.flatMap((table) =>
    (table.people ?? []).map(
      (column) => `select t."${column}" from ${table.name} t where ${rowsOf(table, tenantId)}`,
    ),
  );
  const people = await source.any<{ id: number; email_folded: string }>(
    `select id, email_folded from staff_people where id in (${named.join(' union ')})`,
  );
  const present = await target.any<{ id: number; email_folded: string }>(
    'select id, email_folded from staff_people where email_folded = any ($1)',
    [people.map(({ email_folded }) => email_folded)],
  );
  const idsThere = new Map(present.map(({ id, email_folded }) => [email_folded, id]));
  const fresh = people.filter(({ email_folded }) => !idsThere.has(email_folded)).map(({ id }) => id);
  const where = (column: string) => `t.${column} = any ('{${fresh.join()}}')`;
  await copyTables(switching, {
    tables: PEOPLE.map(({ name, column }) => ({ name, where: where(column) })),
    there: new Map(),
  });
  return new Map(
    people.flatMap(({ id, email_folded }) => {
      const there = idsThere.get(email_folded);
      return there === undefined || there === id ? [] : [[id, there] as const];
    }),
  );
}

/** Has replicated rows name people by their id in the target. */
async function renamePeople(
  target: Executor,
  { name, where, people = [] }: NamedTable & { where: string },
  there: PeopleThere,
): Promise<void> {
  if (there.size === 0) return;
  for (const column of people) {
    await target.none(
      `update ${name} t set "${column}" = ${personThere(`t."${column}"`, there)}
       where ${where} and t."${column}" in (${[...there.keys()].join()})`,
    );
  }
}

function personThere(column: string, there: PeopleThere): string {
  if (there.size === 0) return column;
  const cases = Array.from(there, ([here, id]) => `when ${here} then ${id}`).join(' ');
  return `case ${column} ${cases} else ${column} end`;
}

const ROWS_AT_ONCE = 500;

interface Copying {
  tables: readonly (Pick<NamedTable, 'name' | 'people' | 'rewritten' | 'addedByTrigger'> & {
    where: string;
  })[];
  there: PeopleThere;
}

/** @returns the number of rows */
async function copyTables(
  { source, target, columns }: Switching,
  { tables, there }: Copying,
): Promise<number> {
  const reads = tables.map(({ name, people = [], rewritten = {}, where }) => {
    const values = (columns.get(name) ?? []).map((column) => {
      const own = `t."${column}"`;
      return `${people.includes(column) ? personThere(own, there) : (rewritten[column] ?? own)} as "${column}"`;
    });
    return `select '${name}' as name, row_to_json(r)::text as row from (select ${values.join()} from ${name} t where ${where}) r`;
  });
  const read = await source.any<{ name: string; row: string }>(reads.join(' union all '));
  const rowsByTable = Map.groupBy(read, ({ name }) => name);
  for (const { name, addedByTrigger } of tables) {
    const list = columns
      .get(name)
      ?.map((column) => `"${column}"`)
      .join();
    const rows = rowsByTable.get(name) ?? [];
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows.slice(start, start + ROWS_AT_ONCE).map(({ row }) => row);
      await target
        .none(
          `insert into ${name} (${list}) overriding system value
           select ${list} from json_populate_recordset(null::${name}, $1::json)
           ${addedByTrigger ? 'on conflict do nothing' : ''}`,
          [`[${some.join()}]`],
        )
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? takenThere(name, error) : error;
        });
    }
  }
  return read.length;
}

function takenThere(table: string, cause: unknown): AppError {
  const message = `Ids of ${table} are taken in the other database: both have given out the same ones.`;
  return new AppError('conflict', message, { cause });
}

/** Compares numbers of rows in both databases. @throws AppError `internal` that names the tables that differ */
async function verifyRows(
  { source, target, tenantId }: Switching,
  tables: readonly NamedTable[],
): Promise<void> {
  const counts = tables.map(
    (table) => `(select count(*) from ${table.name} t where ${rowsOf(table, tenantId)}) as ${table.name}`,
  );
  const statement = `select ${counts.join()}`;
  const [here, there] = [await source.one(statement), await target.one(statement)];
  const different = tables.map(({ name }) => name).filter((name) => here[name] !== there[name]);
  if (different.length > 0)
    throw new AppError('internal', `The copy differs from the original in ${different.join(', ')}.`);
}

interface Sequence {
  table: string;
  column: string;
  sequence: string;
  /** Whether the ids are the whole key, so that no other tenant may have the same. */
  is_shared: boolean;
}

/** Databases between which tenants move give out ids of different ranges. The first one is in the lowest. */
const RANGE = 1_000_000_000_000;
const RANGES = 9_000;

/** Those of identity columns, and those that other columns take their default from. */
const LIST_SEQUENCES = `
  select c.relname as table, a.attname as column, s.oid::regclass::text as sequence,
    (select i.indnatts = 1 from pg_index i where i.indrelid = c.oid and i.indisprimary) as is_shared
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  left join pg_attrdef e on e.adrelid = c.oid and e.adnum = a.attnum
  join pg_depend d on d.refclassid = 'pg_class'::regclass and (
    d.classid = 'pg_attrdef'::regclass and d.objid = e.oid
    or d.classid = 'pg_class'::regclass and d.deptype = 'i' and d.refobjid = c.oid and d.refobjsubid = a.attnum
  )
  join pg_class s on s.relkind = 'S' and s.oid in (d.refobjid, d.objid)
  where c.oid = any ($1::regclass[])`;

function listSequences(target: Executor, tables: readonly { name: string }[]): Promise<Sequence[]> {
  return target.any<Sequence>(LIST_SEQUENCES, [tables.map(({ name }) => name)]);
}

/** Lets the target go on above the ids of the tenant, as far as they are of its own range. */
async function raiseSequences({ target, tables, tenantId }: Switching): Promise<void> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const raised = (await listSequences(target, tables)).flatMap(({ table: name, column, sequence }) => {
    const table = byName.get(name);
    return table
      ? `select setval('${sequence}', h.highest)
         from ${sequence} s
         cross join lateral (
           select max(t.${column}) as highest
           from ${name} t
           where ${rowsOf(table, tenantId)} and t.${column} / ${RANGE} = s.last_value / ${RANGE}
         ) h
         where h.highest >= s.last_value`
      : [];
  });
  await target.multi(raised.join('; '));
}

/** Gives the ids that tenants share a range of their own, in a database without tenants. */
export async function separateIds({ target, tables }: Pick<TenantMove, 'target' | 'tables'>): Promise<void> {
  if (await target.oneOrNone(`select from ${tables.root} limit 1`)) return;
  const start = randomInt(1, RANGES) * RANGE;
  for (const { sequence, is_shared } of await listSequences(target, [...listTables(tables), ...PEOPLE])) {
    if (is_shared)
      await target.any(`select setval('${sequence}', ${start}) from ${sequence} where last_value < ${RANGE}`);
  }
}
