import { type BoundStatement, statementTemplate } from '@guidepost/postgres';
import { archivedStates, type DialogSlice, fragmentsOf, valuesOf } from '../dialogs/dialog-slice.ts';
import type { Order } from '../model/sort-order.ts';

export interface FoundDialogsRequest extends Omit<DialogSlice, 'order'> {
  ids: readonly number[];
  /** Undefined: best first. */
  order: Order | undefined;
  includeArchived: boolean;
}

const list = statementTemplate(new URL('./sql/list-found-dialogs.sql', import.meta.url));

const BEST_FIRST: Order = { column: 'rank', columns: 'id, rank', sql: 'rank' };

export function bindFoundDialogs({ order, ...request }: FoundDialogsRequest): BoundStatement {
  const { ids, includeArchived } = request;
  const fragments = fragmentsOf({ ...request, order: order ?? BEST_FIRST });
  const statement = list(fragments, { prepared: order === undefined });
  return statement([...valuesOf(request), ids, archivedStates(includeArchived)]);
}
