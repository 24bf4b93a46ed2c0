import type { Answer } from './endpoint.ts';
import type { ResourceRecord } from './formats/record.ts';

interface Listed<Row> {
  total: number;
  rows: readonly Row[];
  isCut?: boolean;
  partial?: boolean;
}

/**
 * Most lists have at most this many records and UTF-16 units of text, which are built at once in a few milliseconds.
 */
const SHORT_COUNT = 100;
const SHORT_LENGTH = 100_000;

/** A list of posts. Records of a long list are created as they are written, since few may fit. */
export function listOf<Row extends { text_html: string }>(
  listed: Listed<Row>,
  show: (row: Row) => ResourceRecord,
): Answer {
  const { total, rows } = listed;
  return isShort(listed) ? { content: rows.map(show), total } : longListOf(listed, show);
}

/** Any other list, or records that are slow to create. */
export function longListOf<Row>(
  { total, rows, isCut = false, partial = false }: Listed<Row>,
  show: (row: Row) => ResourceRecord,
): Answer {
  function* records(): Generator<ResourceRecord> {
    for (const row of rows) yield show(row);
  }
  return { content: { records }, total, isCut, isPartial: partial };
}

function isShort({ rows, isCut = false }: Listed<{ text_html: string }>): boolean {
  if (isCut || rows.length > SHORT_COUNT) return false;
  return rows.reduce((sum, { text_html }) => sum + text_html.length, 0) <= SHORT_LENGTH;
}
