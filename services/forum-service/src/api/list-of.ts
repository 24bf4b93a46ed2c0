import type { ResourceRecord } from '../formats/record.ts';
import type { Answer } from './endpoint.ts';

/** What was read of a list. */
interface Listed<Row> {
  total: number;
  rows: readonly Row[];
  isCut?: boolean;
}

/** Answers with a list. Its records are made one by one while it is written: few of many may fit. */
export function listOf<Row>(
  { total, rows, isCut = false }: Listed<Row>,
  show: (row: Row) => ResourceRecord,
): Answer {
  return { content: { [Symbol.iterator]: () => records(rows, show) }, total, isCut };
}

function* records<Row>(rows: readonly Row[], show: (row: Row) => ResourceRecord): Generator<ResourceRecord> {
  for (const row of rows) yield show(row);
}
