import { type Command, InvalidArgumentError, Option } from 'commander';
import type { OutputOptions } from './options.ts';
import type { Answer } from './run-command.ts';
import { formatTable } from './terminal.ts';

/** Options of {@link withInsightsOptions}. */
export interface InsightsOptions extends OutputOptions {
  table: string;
  days: number;
  limit: number;
  csv?: boolean;
}

const MOST_DAYS = 760;
const USUAL_DAYS = 30;
const MOST_ROWS = 100_000;
const USUAL_ROWS = 50;

/** Adds `--table`, `--days`, `--limit` and `--csv`. */
export function withInsightsOptions(
  command: Command,
  { tables, usual }: { tables: readonly string[]; usual: string },
): Command {
  return command
    .addOption(new Option('--table <name>', 'what to show').choices(tables).default(usual))
    .option('--days <number>', 'UTC days to look back, today included', upTo(MOST_DAYS), USUAL_DAYS)
    .option('--limit <number>', 'the maximum number of rows', upTo(MOST_ROWS), USUAL_ROWS)
    .option('--csv', 'print CSV');
}

/** Rows as JSON, and as CSV if there is any, else as a table. */
export function insightsAnswer(
  columns: readonly string[],
  rows: readonly object[],
  csv: string | undefined,
): Answer {
  return { document: rows, text: csv?.trimEnd() ?? tableOf(columns, rows) };
}

function tableOf(columns: readonly string[], rows: readonly object[]): string {
  if (rows.length === 0) return 'Nothing in this period.';
  const cells = rows.map((row) => columns.map((column) => cellOf(Reflect.get(row, column))));
  return formatTable([columns.map((column) => column.toUpperCase()), ...cells], process.stdout.columns);
}

function cellOf(value: unknown): string {
  if (value === null) return '';
  return value instanceof Date ? value.toISOString() : String(value);
}

function upTo(most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };
}
