import type { Database, TenantTables } from '@guidepost/postgres';

interface SchemaTable {
  name: string;
  /** Whether a crash keeps its rows, so that they can be replicated. */
  logged: boolean;
  columns: string[];
  /** The columns of the primary key. */
  key: string[];
  references: { table: string; columns: string[]; cascades: boolean }[];
}

/** Tables of the database itself. */
const OF_DATABASE = new Set(['schema_migrations', 'tenant_arrivals', 'tenant_moves', 'move_marks']);

const PEOPLE = 'staff_people';
const NAMES_PERSON = /^(person|staff|author)_id$/;

const READ_SCHEMA = `
  select c.relname as name, c.relpersistence = 'p' as logged,
    array(
      select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns,
    array(
      select a.attname::text
      from pg_index i
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::smallint[])
      where i.indrelid = c.oid and i.indisprimary
    ) as key,
    coalesce((
      select json_agg(json_build_object(
        'table', f.confrelid::regclass::text,
        'cascades', f.confdeltype = 'c',
        'columns', array(
          select a.attname from pg_attribute a where a.attrelid = f.conrelid and a.attnum = any(f.conkey)
        )
      ))
      from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f'
    ), '[]') as references
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  order by c.relname`;

/** Finds what a move of a tenant would get wrong, given the schema of a service. */
export async function findMoveProblems(database: Database, tables: TenantTables): Promise<string[]> {
  const schema = await database.any<SchemaTable>(READ_SCHEMA);
  const listed = [...Object.keys(tables.moved), ...Object.keys(tables.notMoved)];
  const present = new Set(schema.map(({ name }) => name));
  return [
    ...listed.filter((name) => !present.has(name)).map((name) => `${name} does not exist`),
    ...schema.filter(({ name }) => !OF_DATABASE.has(name)).flatMap((table) => problemsOf(table, tables)),
  ];
}

function problemsOf(table: SchemaTable, { moved, notMoved }: TenantTables): string[] {
  const { name, logged, key, columns, references } = table;
  const own = moved[name];
  if (!own) return name in notMoved ? [] : [`${name} neither moves nor is named with a reason`];
  const order = Object.keys(moved);
  const before = new Set(order.slice(0, order.indexOf(name)));
  const { clearedFirst = [], people = [], withSwitch } = own;
  const early = references.filter(
    (reference) =>
      reference.table !== PEOPLE &&
      !before.has(reference.table) &&
      // Rows of one table are written and deleted by one statement.
      !(reference.table === name && reference.cascades) &&
      !reference.columns.some((column) => clearedFirst.includes(column)),
  );
  const ofPeople = references
    .filter((reference) => reference.table === PEOPLE)
    .flatMap((reference) => reference.columns);
  const unnamed = columns.filter(
    (column) => (NAMES_PERSON.test(column) || ofPeople.includes(column)) && !people.includes(column),
  );
  return [
    ...(withSwitch || (logged && key.includes(own.column)) ? [] : [`${name} cannot be replicated`]),
    ...early.map((reference) => `${name} refers to ${reference.table}, which comes later`),
    ...unnamed.map((column) => `${name}.${column} names a person`),
  ];
}

export interface TenantComparison {
  /** Tables whose rows differ. */
  different: string[];
  /** Tables without a row of the tenant, which prove nothing. */
  empty: string[];
}

/** Compares all rows of a tenant, but for columns that a move rewrites. */
export async function compareTenants(
  databases: readonly [Database, Database],
  { moved }: TenantTables,
  tenantId: number,
): Promise<TenantComparison> {
  const comparison: TenantComparison = { different: [], empty: [] };
  for (const [name, { column, ids = 'select $1::bigint', rewritten = {}, people = [] }] of Object.entries(
    moved,
  )) {
    const besides = [...Object.keys(rewritten), ...people];
    const read = `select to_jsonb(t) - $2::text[] as row from ${name} t where t.${column} in (${ids}) order by 1`;
    const [here = [], there = []] = await Promise.all(
      databases.map((one) => one.any(read, [tenantId, besides])),
    );
    if (JSON.stringify(here) !== JSON.stringify(there)) comparison.different.push(name);
    if (here.length === 0) comparison.empty.push(name);
  }
  return comparison;
}
