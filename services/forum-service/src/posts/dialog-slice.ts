import { MOST_BYTES } from '@guidepost/http';
import type { BoundStatement, ContentReader, Parts, SqlPart } from '@guidepost/postgres';
import { type ListedRows, type ListRow, listedRows } from '../model/listing.ts';
import type { Slice } from '../model/slice.ts';
import type { Order } from '../model/sort-order.ts';
import type { DialogRow } from './dialog.ts';
import { LISTED_DIALOG_COLUMNS } from './dialog-columns.ts';

export interface DialogSlice extends Slice {
  forumId: number;
  order: Order;
  columns?: SqlPart;
  /** Limit for the texts together; the slice is cut there. */
  mostBytes?: number;
}

/** The parts of every list statement. */
export function partsOf({
  order,
  columns = LISTED_DIALOG_COLUMNS,
}: DialogSlice): Parts<'columns' | 'order' | 'sortColumns'> {
  return { columns, order: order.sql, sortColumns: order.columns };
}

/** `$1` to `$4` of every list statement. */
export function valuesOf({ forumId, start, limit, mostBytes = MOST_BYTES }: Omit<DialogSlice, 'order'>) {
  return [forumId, start, limit, mostBytes];
}

export async function listSlice<Row extends { id: number } = DialogRow>(
  executor: ContentReader,
  statement: BoundStatement,
): Promise<ListedRows<Row>> {
  return listedRows(await executor.any<ListRow<Row>>(statement));
}

export function archivedStates(includeArchived: boolean): readonly boolean[] {
  return includeArchived ? [false, true] : [false];
}
