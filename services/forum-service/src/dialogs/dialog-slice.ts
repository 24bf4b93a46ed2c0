import { MOST_BYTES } from '@guidepost/http';
import { type BoundStatement, type Executor, statementTemplate } from '@guidepost/postgres';
import type { Order } from '../model/order.ts';
import type { Slice } from '../model/slice.ts';
import type { DialogRow } from './dialog.ts';
import { LISTED_DIALOG_COLUMNS } from './dialog-columns.ts';

/** SQL that defines a list of dialogs. */
export interface DialogSource {
  matching: string;
  total: string;
  /** A `with` clause for both. */
  prelude?: string;
  /** Values of `$4` and up; `$1` is the forum. */
  values: readonly unknown[];
  prepared: boolean;
}

export interface DialogSlice extends Slice {
  forumId: number;
  order: Order;
  columns?: string;
  /** Limit for the texts together; the slice is cut there. */
  mostBytes?: number;
}

export interface ListedDialogs<Row = DialogRow> {
  total: number;
  rows: Row[];
  /** Whether the limit cut the slice. */
  isCut: boolean;
}

/** A slice past the end has a single row, with the total. */
type SliceRow<Row> = { total: number } & ((Row & { fits: boolean }) | { id: null });

const list = statementTemplate(new URL('./sql/list-dialogs.sql', import.meta.url));

/** Sorts and limits each part, so that PostgreSQL reads no more than needed from each index and merges instead of sorting. */
export function mergeParts(parts: readonly string[], { sql }: Order): string {
  return parts.map((part) => `(${part} order by ${sql} limit $2::bigint + $3)`).join(' union all ');
}

export function bindSlice(source: DialogSource, slice: DialogSlice): BoundStatement {
  const { matching, total, prelude = '', values, prepared } = source;
  const { forumId, order, start, limit, columns = LISTED_DIALOG_COLUMNS } = slice;
  const { mostBytes = MOST_BYTES } = slice;
  const place = `$${4 + values.length}`;
  const fragments = { prelude, total, matching, order: order.sql, columns, mostBytes: place };
  return list(fragments, { prepared })([forumId, start, limit, ...values, mostBytes]);
}

export async function listSlice<Row extends { id: number } = DialogRow>(
  executor: Executor,
  statement: BoundStatement,
): Promise<ListedDialogs<Row>> {
  const rows = await executor.any<SliceRow<Row>>(statement);
  const slice = rows.filter((row) => row.id !== null);
  const fitting = slice.filter(({ fits }) => fits);
  return { total: rows[0]?.total ?? 0, rows: fitting, isCut: fitting.length < slice.length };
}

export function archivedStates(includeArchived: boolean): readonly boolean[] {
  return includeArchived ? [false, true] : [false];
}
