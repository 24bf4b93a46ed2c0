import { type HeaderFields, type Representation, securityHeaders } from '@guidepost/http';

const CSV_HEADERS: HeaderFields = Object.freeze({
  'Content-Type': 'text/csv; charset=utf-8',
  'Cache-Control': 'no-store',
  ...securityHeaders({ policy: { 'default-src': "'none'", 'frame-ancestors': "'none'" } }),
});

/** Which table an address such as `not-found.csv` names; empty for any other. */
export function nameOfCsv(part: string | undefined): string {
  const [, name = ''] = /^([a-z-]+)\.csv$/.exec(part ?? '') ?? [];
  return name;
}

/** A table to download, as `help.example.com-not-found-30-days.csv`. */
export function answerCsv(
  csv: string,
  { tenant, table, days }: { tenant: string; table: string; days: number },
): Representation {
  const fileName = `${tenant.replace(/[^a-z0-9.-]/g, '-')}-${table}-${days}-days.csv`;
  return {
    status: 200,
    headers: { ...CSV_HEADERS, 'Content-Disposition': `attachment; filename="${fileName}"` },
    body: csv,
  };
}
