import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { stringify } from 'csv-stringify/sync';

/** A table that can be downloaded. */
export interface InsightTable<Request> {
  columns: readonly string[];
  read(executor: Executor, request: Request): Promise<readonly object[]>;
}

export interface ReadTable {
  columns: readonly string[];
  rows: readonly object[];
}

export interface InsightTables<Request> {
  names: readonly string[];
  /** @throws AppError `not-found` for an unknown name */
  read(executor: Executor, name: string, request: Request): Promise<ReadTable>;
}

export function createInsightTables<Request>(
  tables: Readonly<Record<string, InsightTable<Request>>>,
): InsightTables<Request> {
  return {
    names: Object.keys(tables),
    async read(executor, name, request) {
      const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
      if (!table) throw new AppError('not-found', `There is no table "${name}".`);
      return { columns: table.columns, rows: await table.read(executor, request) };
    },
  };
}

/**
 * CSV by RFC 4180. Texts that a spreadsheet would calculate begin with an apostrophe. Only what contains the whole
 * delimiter of rows is quoted otherwise, and any line break would begin another row.
 */
export const CSV_FORMAT = {
  bom: true,
  escape_formulas: true,
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]/,
  cast: { date: (date: Date) => date.toISOString() },
} as const;

/** A table as CSV. */
export function csvOf(columns: readonly string[], rows: readonly object[]): string {
  return stringify([...rows], { ...CSV_FORMAT, header: true, columns: [...columns] });
}
