import { MOST_BYTES } from '@guidepost/http';
import type { BoundStatement, Executor, Fragments } from '@guidepost/postgres';
import type { Order } from '../model/order.ts';
import type { Slice } from '../model/slice.ts';
import type { DialogRow } from './dialog.ts';
import { LISTED_DIALOG_COLUMNS } from './dialog-columns.ts';

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
  isCut: boolean;
}

/** A slice past the end has a single row, with the total. */
type SliceRow<Row> = { total: number } & ((Row & { fits: boolean }) | { id: null });

/** The fragments of every list statement. */
export function fragmentsOf({ order, columns = LISTED_DIALOG_COLUMNS }: DialogSlice): Fragments {
  return { columns, order: order.sql, sortColumns: order.columns };
}

/** `$1` to `$4` of every list statement. */
export function valuesOf({ forumId, start, limit, mostBytes = MOST_BYTES }: Omit<DialogSlice, 'order'>) {
  return [forumId, start, limit, mostBytes];
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
