import type { Answer } from './run-command.ts';
import { formatTable } from './table.ts';

/** How people see a list of records. */
export interface ListView<Row> {
  /** The cell of a row in each column, by the heading of the column. */
  columns: Record<string, (row: Row) => string | number>;
  none: string;
  /** Whether cells are shown in full where the terminal is too narrow. */
  full?: boolean;
}

/** An answer with the rows as they are and as a table. A full `limit` of them adds how to see more. */
export function listAnswer<Row>(
  rows: readonly Row[],
  { columns, none, full = false }: ListView<Row>,
  limit = Number.POSITIVE_INFINITY,
): Answer {
  if (rows.length === 0) return { document: rows, text: none };
  const cells = rows.map((row) => Object.values(columns).map((cell) => String(cell(row))));
  const table = formatTable([Object.keys(columns), ...cells], full ? undefined : process.stdout.columns);
  const more = `\n\nShowing the newest ${limit}. To see more, use --limit ${limit * 2}.`;
  return { document: rows, text: rows.length < limit ? table : table + more };
}
