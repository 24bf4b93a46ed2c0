import { formatTable, type OutputOptions, withOutput } from '@guidepost/command-line';
import { csvOf } from '@guidepost/insights';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { deleteComment } from '../insights/guide-comments.ts';
import { findInsightTable, INSIGHT_TABLES, type InsightTable } from '../insights/insight-tables.ts';
import { hostCommand } from './arguments.ts';
import { addChange, answer } from './change.ts';
import { runCommand } from './run-command.ts';

interface InsightsOptions extends OutputOptions {
  table: string;
  days: number;
  limit: number;
  csv?: boolean;
}

const MOST_DAYS = 760;
const USUAL_DAYS = 30;
const MOST_ROWS = 100_000;
const USUAL_ROWS = 50;

/** `kb insights` */
export function addInsights(program: Command): void {
  const command = hostCommand(program, 'insights', 'show what readers look for, read and miss')
    .addOption(
      new Option('--table <name>', 'what to show').choices(Object.keys(INSIGHT_TABLES)).default('not-found'),
    )
    .option('--days <number>', 'UTC days to look back, today included', upTo(MOST_DAYS), USUAL_DAYS)
    .option('--limit <number>', 'the maximum number of rows', upTo(MOST_ROWS), USUAL_ROWS)
    .option('--csv', 'print CSV');
  withOutput(
    command,
    'kb insights help.example.com',
    'kb insights help.example.com --table most-read --days 90 --csv > most-read.csv',
  ).action((host: string, { table: name, csv = false, ...options }: InsightsOptions) =>
    runCommand(options, async ({ database }) => {
      const table: InsightTable = findInsightTable(name) ?? INSIGHT_TABLES['not-found'];
      const rows = await table.read(database, { host, ...options });
      return { document: rows, text: csv ? csvOf(table.columns, rows).trimEnd() : tableOf(table, rows) };
    }),
  );
}

/** `kb comment` */
export function addComment(program: Command): void {
  const group = program
    .command('comment')
    .description('manage what readers wrote who found a guide unhelpful');
  addChange(group, {
    name: 'delete',
    description: 'delete a comment; kb insights --table comments lists them',
    arguments: [['<id>', 'the ID of the comment']],
    example: '12',
    async change({ database, actor, host }, [id = '']) {
      await deleteComment(database, actor, { host, id: Number(id) });
      return answer({ host, deleted: Number(id) }, `Deleted comment ${id}.`);
    },
  });
}

function tableOf({ columns }: InsightTable, rows: readonly object[]): string {
  if (rows.length === 0) return 'Nothing in this period.';
  const cells = rows.map((row) => columns.map((column) => cellOf(Reflect.get(row, column))));
  return formatTable([columns.map((column) => column.toUpperCase()), ...cells], process.stdout.columns);
}

function cellOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function upTo(most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };
}
