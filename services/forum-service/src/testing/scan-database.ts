import type { Database } from '@guidepost/postgres';

export type Traces = Readonly<Record<string, string | Buffer>>;

/** The name of a trace, and its `table.column`. */
export interface Found {
  place: string;
  trace: string;
}

interface Column {
  table_name: string;
  column_name: string;
}

/** From the catalogue, so that new tables are included. */
const LIST_COLUMNS = `select c.table_name, c.column_name
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
  order by 1, 2`;

/** Searches the whole database for traces: text in any letter case, also in bytes; bytes in every common encoding. */
export async function scanDatabase(database: Database, traces: Traces): Promise<Found[]> {
  const found: Found[] = [];
  for (const column of await database.any<Column>(LIST_COLUMNS)) {
    const { table_name, column_name } = column;
    const rows = await database.any<{ value: string }>(
      'select $1:name::text as value from $2:name where $1:name is not null',
      [column_name, table_name],
    );
    const values = rows.map(({ value }) => value).join('\n');
    const place = `${table_name}.${column_name}`;
    found.push(...findTraces(values, traces).map((trace) => ({ place, trace })));
  }
  return found;
}

export function findTraces(text: string, traces: Traces): string[] {
  const folded = text.toLowerCase();
  return Object.entries(traces).flatMap(([name, trace]) =>
    spellings(trace).some((spelling) => folded.includes(spelling)) ? [name] : [],
  );
}

function spellings(trace: string | Buffer): string[] {
  const bytes = typeof trace === 'string' ? Buffer.from(trace.toLowerCase()) : trace;
  const written = [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url').slice(0, 22)];
  const text = typeof trace === 'string' ? [trace, encodeURIComponent(trace)] : [];
  return [...written, ...text].map((spelling) => spelling.toLowerCase());
}
