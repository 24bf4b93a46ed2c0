import type { TableShape, TenantTable } from './tenant-tables.ts';

/** Ids in the target of people who have another one there, by the id in the source. */
export type PeopleThere = ReadonlyMap<number, number>;

/** A table of a move, with what its statements are made of. */
export interface MovedTable extends TenantTable {
  shape: TableShape;
}

/** The values of the primary key, as JSON. */
export type RowKey = readonly unknown[];

const quoted = (name: string) => `"${name}"`;

/** Where the rows of the keys `$2` are, a JSON array of arrays. */
function ofKeys({ shape: { key } }: MovedTable): string {
  const columns = key.map(({ name }) => `t.${quoted(name)}`).join(', ');
  const values = key.map(({ type }, place) => `(k ->> ${place})::${type}`).join(', ');
  return `(${columns}) in (select ${values} from jsonb_array_elements($2::jsonb) k)`;
}

interface Reading {
  people: PeopleThere;
  /** Leaves out what rows of later tables are needed for. */
  first?: boolean;
}

/** What the columns of a row are in the target. */
function expressions(table: MovedTable, { people, first = false }: Reading): string[] {
  return table.shape.columns.map((column) => {
    if (first && table.later?.includes(column)) return 'null';
    const own = `t.${quoted(column)}`;
    if (table.people?.includes(column)) return personThere(own, people);
    return table.rewritten?.[column] ?? own;
  });
}

function personThere(column: string, people: PeopleThere): string {
  if (people.size === 0) return column;
  const cases = Array.from(people, ([here, there]) => `when ${here} then ${there}`).join(' ');
  return `case ${column} ${cases} else ${column} end`;
}

function named({ shape }: MovedTable, value: string, place: number): string {
  return `${value} as ${quoted(shape.columns[place] ?? '')}`;
}

function rowsAsJson(table: MovedTable, reading: Reading, where: string): string {
  const { name } = table.shape;
  const values = expressions(table, reading).map((value, place) => named(table, value, place));
  return `select row_to_json(r)::text as row from (select ${values.join(', ')} from ${name} t where ${where}) r`;
}

/** All rows of the tenant `$1`. */
export function selectRows(table: MovedTable, reading: Reading): string {
  return rowsAsJson(table, reading, table.rows);
}

/** Its rows with the keys `$2`, each with its key in the source. */
export function selectRowsOf(table: MovedTable, people: PeopleThere): string {
  const columns = table.shape.key.map(({ name }) => `t.${quoted(name)}`).join(', ');
  const values = expressions(table, { people }).map((value, place) => named(table, value, place));
  return `
    select jsonb_build_array(${columns}) as key, (select row_to_json(r) from (select ${values.join(', ')}) r)::text as row
    from ${table.shape.name} t
    where ${table.rows} and ${ofKeys(table)}`;
}

/** Its rows with columns that were left out at first. */
export function selectCompletedRows(table: MovedTable, people: PeopleThere): string {
  const any = (table.later ?? []).map((column) => `t.${quoted(column)} is not null`).join(' or ');
  return rowsAsJson(table, { people }, `${table.rows} and (${any})`);
}

/** Writes the rows `$2`, a JSON array, unless a row with the key belongs to another tenant than `$1`. */
export function writeRows({ shape: { name, columns, key }, rows }: MovedTable): string {
  const list = columns.map(quoted).join(', ');
  const isKey = new Set(key.map((column) => column.name));
  const others = columns.filter((column) => !isKey.has(column));
  const changed = others.length > 0 ? others : [...isKey].slice(0, 1);
  return `
    insert into ${name} as t (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${name}, $2::json)
    on conflict (${key.map((column) => quoted(column.name)).join(', ')}) do update
    set ${changed.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(', ')}
    where ${rows}`;
}

/** Deletes its rows with the keys `$2`. */
export function deleteRows(table: MovedTable): string {
  return `delete from ${table.shape.name} t where ${table.rows} and ${ofKeys(table)}`;
}

/** The people whom its rows name in a column, or those with the keys `$2`. */
export function selectPeople(table: MovedTable, column: string, options: { ofKeys: boolean }): string {
  const own = `t.${quoted(column)}`;
  return `
    select distinct ${own} as id
    from ${table.shape.name} t
    where ${own} is not null and ${table.rows}${options.ofKeys ? ` and ${ofKeys(table)}` : ''}`;
}

export interface Checksum {
  count: number;
  sum: string;
}

/** The number of its rows, or of those with the keys `$2`, and the sum of their hashes. */
export function checksumRows(table: MovedTable, reading: Reading, options: { ofKeys: boolean }): string {
  const row = `row(${expressions(table, reading).join(', ')})::text`;
  return `
    select count(*) as count, coalesce(sum(('x' || left(md5(${row}), 15))::bit(60)::bigint), 0)::text as sum
    from ${table.shape.name} t
    where ${table.rows}${options.ofKeys ? ` and ${ofKeys(table)}` : ''}`;
}

/** The same key as it is in the target. */
export function keyThere(
  { people: columns = [], shape: { key } }: MovedTable,
  row: RowKey,
  people: PeopleThere,
): RowKey {
  return row.map((value, place) =>
    columns.includes(key[place]?.name ?? '') ? (people.get(Number(value)) ?? value) : value,
  );
}
