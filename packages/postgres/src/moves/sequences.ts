import { randomInt } from 'node:crypto';
import type { Executor } from '../connection/database.ts';
import type { MovedTable } from './row-statements.ts';

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

/** More ids may be copied, and taken by others, after a sequence is raised. */
const MARGIN = 10_000;

const LIST_SEQUENCES = `
  select c.relname as table, a.attname as column, d.refobjid::regclass::text as sequence,
    (select i.indnatts = 1 from pg_index i where i.indrelid = c.oid and i.indisprimary) as is_shared
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  join pg_attrdef e on e.adrelid = c.oid and e.adnum = a.attnum
  join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = e.oid and d.refclassid = 'pg_class'::regclass
  join pg_class s on s.oid = d.refobjid and s.relkind = 'S'
  where c.oid = any($1::regclass[])
  union all
  select c.relname, a.attname, d.objid::regclass::text,
    (select i.indnatts = 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
  join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and d.refobjsubid = a.attnum
    and d.classid = 'pg_class'::regclass and d.deptype = 'i'
  where c.oid = any($1::regclass[])`;

function listSequences(executor: Executor, tables: readonly string[]): Promise<Sequence[]> {
  return executor.any<Sequence>(LIST_SEQUENCES, [tables]);
}

/** In a database without tenants, gives ids that tenants share a range of their own. */
export async function separateIds(target: Executor, tables: readonly string[]): Promise<void> {
  const start = randomInt(1, RANGES) * RANGE;
  for (const { sequence, is_shared } of await listSequences(target, tables)) {
    if (is_shared)
      await target.any(`select setval('${sequence}', ${start}) where $1 < ${RANGE}`, [
        await lastOf(target, sequence),
      ]);
  }
}

/** Lets the target go on above the ids that were copied. */
export async function raiseSequences(
  target: Executor,
  tenantId: number,
  tables: readonly MovedTable[],
): Promise<void> {
  const byName = new Map(tables.map((table) => [table.shape.name, table]));
  for (const { table, column, sequence } of await listSequences(target, [...byName.keys()])) {
    const last = await lastOf(target, sequence);
    const { highest } = await target.one<{ highest: number | null }>(
      `select max(t.${column}) as highest from ${table} t
       where ${byName.get(table)?.rows} and t.${column} / ${RANGE} = $2::bigint / ${RANGE}`,
      [tenantId, last],
    );
    if (highest !== null && highest >= last)
      await target.any(`select setval('${sequence}', $1)`, [highest + MARGIN]);
  }
}

async function lastOf(executor: Executor, sequence: string): Promise<number> {
  return (await executor.one<{ last_value: number }>(`select last_value from ${sequence}`)).last_value;
}
