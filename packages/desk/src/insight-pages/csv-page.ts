import { type HeaderFields, type Representation, securityHeaders } from '@guidepost/http';
import { csvOf, type ReadTable } from '../insights/insight-tables.ts';
import type { DeskCall } from '../requests/calls.ts';

/** Rows of a list on a page; downloads hold more. */
export const SHOWN_ROWS = 10;

/** Days to choose from; the last are called 12 months. */
const PERIODS = [7, 30, 90, 365] as const;

const USUAL_PERIOD = 30;

const MONTHS_OF_A_YEAR = 12;

/** The table that a download asks for. */
export interface CsvRequest {
  /** The name of the table; empty for what is no address of one. */
  table: string;
  days: number;
  /** Rows. */
  limit: number;
}

/** More rows would stop the process for seconds. */
const MOST_DOWNLOADED = 5_000;

/** The headers of every table to download. */
export const CSV_HEADERS: HeaderFields = Object.freeze({
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

/** The chosen number of days, today included. */
export function daysOf({ query }: Pick<DeskCall, 'query'>): number {
  return PERIODS.find((days) => String(days) === query.first('days')) ?? USUAL_PERIOD;
}

export function insightsAddress(base: string, days: number): string {
  return `${base}/insights${days === USUAL_PERIOD ? '' : `?days=${days}`}`;
}

/** Links to the periods. */
export function periodLinks({ base, phrasing }: Pick<DeskCall, 'base' | 'phrasing'>, chosen: number) {
  const { dayCount, monthCount } = phrasing.words;
  return PERIODS.map((days) => ({
    label: days === 365 ? phrasing.count(monthCount, MONTHS_OF_A_YEAR) : phrasing.count(dayCount, days),
    address: insightsAddress(base, days),
    isChosen: days === chosen,
  }));
}
