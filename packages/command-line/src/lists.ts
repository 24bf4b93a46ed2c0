import type { MoveStatus } from '@guidepost/postgres';
import { type Command, InvalidArgumentError } from 'commander';
import type { Answer } from './run-command.ts';
import { formatTable } from './terminal.ts';

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

/** Options of {@link withListOptions}. */
export interface ListOptions {
  since?: Date;
  limit: number;
}

const MOST_ROWS = 100_000;
const DEFAULT_LIMIT = 50;

const DURATION = /^([1-9]\d{0,4})([mhdw])$/;
const MILLISECONDS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const DAY = /^\d{4}-\d{2}-\d{2}/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Adds `--since` and `--limit`. */
export function withListOptions(command: Command): Command {
  return command
    .option(
      '--since <date>',
      'only newer than a duration or date: 24h, 7d, 2026-11-21 or 2026-11-21T08:00Z (UTC)',
      parseSince,
    )
    .option('--limit <number>', 'the maximum number to list', parseLimit, DEFAULT_LIMIT);
}

/** A time in tables, in UTC. */
export function minuteOf(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}

/** The details of an audit entry in a table. */
export function describeDetails(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details).map(describeDetail).join('; ');
}

function describeDetail([name, value]: [string, unknown]): string {
  return `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`;
}

/** A duration before now, or a date, which is in UTC unless it has an offset. */
function parseSince(value: string): Date {
  const [, count = '', unit = ''] = DURATION.exec(value) ?? [];
  if (count !== '') return new Date(Date.now() - Number(count) * (MILLISECONDS[unit] ?? 0));
  const date = new Date(value);
  if (DATE.test(value) && isDay(value) && !Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError(
    'It must be a duration or date such as 24h, 7d, 2026-11-21 or 2026-11-21T08:00Z.',
  );
}

/** V8 takes February 30 for March 2. */
function isDay(value: string): boolean {
  const [day = ''] = DAY.exec(value) ?? [];
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function parseLimit(value: string): number {
  const limit = Number(value);
  if (/^\d+$/.test(value) && limit >= 1 && limit <= MOST_ROWS) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_ROWS}.`);
}

interface Moving {
  /** Null for one that stays. */
  move: MoveStatus | null;
}

const SENTENCES: Readonly<Record<MoveStatus, string>> = {
  moving: 'under way, or interrupted; give it up with move --cancel',
  moved: 'lives in another database; delete the copy here with move --delete-copy',
};

/** Adds a column to a list in which something moves or has moved. */
export function withMoves<Row extends Moving>(view: ListView<Row>, rows: readonly Row[]): ListView<Row> {
  if (rows.every(({ move }) => move === null)) return view;
  return { ...view, columns: { ...view.columns, MOVE: ({ move }) => move ?? 'no' } };
}

/** The row of a table about one that moves or has moved. */
export function describeMove({ move }: Moving): [name: string, value: string][] {
  return move ? [['Move', SENTENCES[move]]] : [];
}
