import type { Answer } from './endpoint.ts';
import type { ResourceRecord } from './formats/record.ts';

/** What was read of a list. */
interface Listed<Row> {
  total: number;
  rows: readonly Row[];
  isCut?: boolean;
}

/** What most lists have, in records and in UTF-16 units of text: shown and written at once, in a few milliseconds. */
const USUAL_COUNT = 100;
const USUAL_LENGTH = 100_000;

/** Answers with a list of posts. The records of a long one are made when they are written: few of many may fit. */
export function listOf<Row extends { text_html: string }>(
  listed: Listed<Row>,
  show: (row: Row) => ResourceRecord,
): Answer {
  const { total, rows } = listed;
  return isUsual(listed) ? { content: rows.map(show), total } : longListOf(listed, show);
}

/** Answers with any other list, or with records that take long to make. */
export function longListOf<Row>(
  { total, rows, isCut = false }: Listed<Row>,
  show: (row: Row) => ResourceRecord,
): Answer {
  function* records(): Generator<ResourceRecord> {
    for (const row of rows) yield show(row);
  }
  return { content: { records }, total, isCut };
}

function isUsual({ rows, isCut = false }: Listed<{ text_html: string }>): boolean {
  if (isCut || rows.length > USUAL_COUNT) return false;
  return rows.reduce((sum, { text_html }) => sum + text_html.length, 0) <= USUAL_LENGTH;
}
