import type { Database, TenantTables } from '@guidepost/postgres';

interface SchemaTable {
  name: string;
  watched: boolean;
  columns: string[];
  references: { table: string; columns: string[] }[];
}

/** Of the database itself. */
const OF_DATABASE = new Set(['schema_migrations', 'tenant_arrivals', 'tenant_changes', 'tenant_moves']);

const PEOPLE = 'staff_people';
const NAMES_PERSON = /^(person|staff|author)_id$/;

const READ_SCHEMA = `
  select c.relname as name,
    exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'tenant_moves') as watched,
    array(
      select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns,
    coalesce((
      select json_agg(json_build_object(
        'table', f.confrelid::regclass::text,
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

/** What a move of a tenant would get wrong, given the schema of a service. */
export async function findMoveProblems(database: Database, tables: TenantTables): Promise<string[]> {
  const schema = await database.any<SchemaTable>(READ_SCHEMA);
  const listed = [...Object.keys(tables.copied), ...Object.keys(tables.notCopied)];
  const present = new Set(schema.map(({ name }) => name));
  return [
    ...listed.filter((name) => !present.has(name)).map((name) => `${name} does not exist`),
    ...schema.filter(({ name }) => !OF_DATABASE.has(name)).flatMap((table) => problemsOf(table, tables)),
  ];
}

function problemsOf(table: SchemaTable, { copied, notCopied }: TenantTables): string[] {
  const { name, watched, columns, references } = table;
  const own = copied[name];
  if (!own) return name in notCopied ? [] : [`${name} is neither copied nor named with a reason`];
  const order = Object.keys(copied);
  const before = new Set(order.slice(0, order.indexOf(name)));
  const { later = [], people = [] } = own;
  const early = references.filter(
    (reference) =>
      reference.table !== PEOPLE &&
      !before.has(reference.table) &&
      !reference.columns.some((column) => later.includes(column)),
  );
  const ofPeople = references
    .filter((reference) => reference.table === PEOPLE)
    .flatMap((reference) => reference.columns);
  const unnamed = columns.filter(
    (column) => (NAMES_PERSON.test(column) || ofPeople.includes(column)) && !people.includes(column),
  );
  return [
    ...(watched ? [] : [`${name} is not watched: see watch_tenant_table`]),
    ...early.map((reference) => `${name} refers to ${reference.table}, which is copied later`),
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
  { copied }: TenantTables,
  tenantId: number,
): Promise<TenantComparison> {
  const comparison: TenantComparison = { different: [], empty: [] };
  for (const [name, { rows, rewritten = {}, people = [] }] of Object.entries(copied)) {
    const besides = [...Object.keys(rewritten), ...people];
    const read = `select to_jsonb(t) - $2::text[] as row from ${name} t where ${rows} order by 1`;
    const [here = [], there = []] = await Promise.all(
      databases.map((one) => one.any(read, [tenantId, besides])),
    );
    if (JSON.stringify(here) !== JSON.stringify(there)) comparison.different.push(name);
    if (here.length === 0) comparison.empty.push(name);
  }
  return comparison;
}
