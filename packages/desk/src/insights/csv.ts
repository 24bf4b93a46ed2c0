import { stringify } from 'csv-stringify/sync';

/** A table as CSV (RFC 4180). Texts that a spreadsheet would calculate begin with an apostrophe. */
export function csvOf(columns: readonly string[], rows: readonly object[]): string {
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    bom: true,
    escape_formulas: true,
    record_delimiter: '\r\n',
    // Only what contains the whole delimiter is quoted otherwise, and any line break would begin another row.
    quoted_match: /[\r\n]/,
    cast: { date: (date) => date.toISOString() },
  });
}
