import { type HeaderFields, type Representation, securityHeaders } from '@guidepost/http';
import { csvOf, type ReadTable } from '@guidepost/insights';
import type { DeskCall } from '../requests/calls.ts';
import { daysOf } from './periods.ts';

/** What a page for downloads reads. */
export interface CsvRequest {
  /** The name of the table; empty for what is no address of one. */
  table: string;
  days: number;
  /** Rows. */
  limit: number;
}

/** More rows would stop the process for seconds. */
const MOST_DOWNLOADED = 5_000;

const CSV_HEADERS: HeaderFields = Object.freeze({
  'Content-Type': 'text/csv; charset=utf-8',
  'Cache-Control': 'no-store',
  ...securityHeaders({ policy: { 'default-src': "'none'", 'frame-ancestors': "'none'" } }),
});

/** `/insights/:table`, such as `not-found.csv`: a table to download. */
export function csvPage<Call extends DeskCall>(
  readTable: (call: Call, request: CsvRequest) => Promise<ReadTable>,
): { read(call: Call): Promise<Representation> } {
  return {
    async read(call) {
      const request = { table: nameOfCsv(call.path.table), days: daysOf(call), limit: MOST_DOWNLOADED };
      const { columns, rows } = await readTable(call, request);
      return answerCsv(csvOf(columns, rows), nameOfFile(call.tenant.key, request));
    },
  };
}

function nameOfCsv(part: string | undefined): string {
  const [, name = ''] = /^([a-z-]+)\.csv$/.exec(part ?? '') ?? [];
  return name;
}

/** Such as `help.example.com-not-found-30-days.csv`. */
function nameOfFile(tenant: string, { table, days }: Pick<CsvRequest, 'table' | 'days'>): string {
  return `${tenant.replace(/[^a-z0-9.-]/g, '-')}-${table}-${days}-days.csv`;
}

function answerCsv(csv: string, fileName: string): Representation {
  return {
    status: 200,
    headers: { ...CSV_HEADERS, 'Content-Disposition': `attachment; filename="${fileName}"` },
    body: csv,
  };
}
