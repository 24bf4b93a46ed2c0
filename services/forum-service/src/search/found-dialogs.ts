import { type BoundStatement, sql, sqlTemplate } from '@guidepost/postgres';
import type { Order } from '../model/sort-order.ts';
import { archivedStates, type DialogSlice, partsOf, valuesOf } from '../posts/dialog-slice.ts';

export interface FoundDialogsRequest extends Omit<DialogSlice, 'order'> {
  ids: readonly number[];
  /** Undefined: best first. */
  order: Order | undefined;
  includeArchived: boolean;
}

const list = sqlTemplate.file<'sortColumns' | 'columns' | 'order'>(
  new URL('./sql/list-found-dialogs.sql', import.meta.url),
);

const BEST_FIRST: Order = { column: 'rank', columns: sql.part`id, rank`, sql: sql.part`rank` };

export function bindFoundDialogs({ order, ...request }: FoundDialogsRequest): BoundStatement {
  const { ids, includeArchived } = request;
  const parts = partsOf({ ...request, order: order ?? BEST_FIRST });
  const statement = list(parts, { prepared: order === undefined });
  return statement([...valuesOf(request), ids, archivedStates(includeArchived)]);
}
