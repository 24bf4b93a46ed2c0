import { AppError } from '@guidepost/service-kit';
import type { Executor } from '../connection/database.ts';
import { isUniqueViolation } from '../errors/database-error.ts';
import {
  type MovedTable,
  type PeopleThere,
  selectCompletedRows,
  selectRows,
  writeRows,
} from './row-statements.ts';

/** The tenant, where it is, and where it goes to: a transaction of each database. */
export interface Copying {
  tenantId: number;
  source: Executor;
  target: Executor;
  tables: readonly MovedTable[];
  people: PeopleThere;
}

const FIRST_ROWS = 8;
const MOST_ROWS = 500;
/** Characters of JSON that are written at once, more or less. */
const BATCH = 1_000_000;

/** Copies all rows of a snapshot of the source. @returns how many */
export async function copyEverything(copying: Copying): Promise<number> {
  let rows = 0;
  for (const table of copying.tables) {
    rows += await copyTable(copying, table, selectRows(table, { people: copying.people, first: true }));
  }
  for (const table of copying.tables.filter(({ later }) => later)) {
    await copyTable(copying, table, selectCompletedRows(table, copying.people));
  }
  return rows;
}

async function copyTable(copying: Copying, table: MovedTable, select: string): Promise<number> {
  const { source, tenantId } = copying;
  let [copied, size] = [0, FIRST_ROWS];
  await source.none(`declare moved_rows no scroll cursor for ${select}`, [tenantId]);
  for (;;) {
    const rows = await source.map<string>(`fetch ${size} from moved_rows`, [], ({ row }) => row);
    if (rows.length === 0) break;
    await writeBatch(copying, table, rows).catch((error: unknown) => {
      throw isUniqueViolation(error) ? takenThere(table.shape.name, error) : error;
    });
    copied += rows.length;
    size = nextSize(rows);
  }
  await source.none('close moved_rows');
  return copied;
}

function nextSize(rows: readonly string[]): number {
  const length = rows.reduce((sum, row) => sum + row.length, 0) / rows.length;
  return Math.min(MOST_ROWS, 2 * rows.length, Math.max(1, Math.floor(BATCH / length)));
}

/** @throws AppError `conflict` when a row of another tenant has the same key */
export async function writeBatch(
  { target, tenantId }: Pick<Copying, 'target' | 'tenantId'>,
  table: MovedTable,
  rows: readonly string[],
): Promise<void> {
  const { rowCount } = await target.result(writeRows(table), [tenantId, `[${rows.join(',')}]`]);
  if (rowCount !== rows.length) throw takenThere(table.shape.name);
}

/** What another tenant of the target has, or another person. */
export function takenThere(table: string, cause?: unknown): AppError {
  const message = `Ids of ${table} are taken in the other database: both have given out the same ones.`;
  return new AppError('conflict', message, { cause });
}
