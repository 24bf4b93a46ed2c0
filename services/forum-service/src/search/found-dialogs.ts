import { type BoundStatement, sqlText } from '@guidepost/postgres';
import { archivedStates, bindSlice, type DialogSlice } from '../dialogs/dialog-slice.ts';
import type { Order } from '../model/order.ts';

export interface FoundDialogsRequest extends Omit<DialogSlice, 'order'> {
  ids: readonly number[];
  /** Undefined: best first. */
  order: Order | undefined;
  includeArchived: boolean;
}

const found = sqlText(new URL('./sql/found-dialogs.sql', import.meta.url));

const BEST_FIRST: Order = { column: 'place', sql: 'place' };

export function bindFoundDialogs(request: FoundDialogsRequest): BoundStatement {
  const { ids, order, includeArchived } = request;
  const source = {
    prelude: found,
    matching: order ? sortedBy(order) : 'select id, place from found',
    total: 'select count(*) as dialogs from found',
    values: [ids, archivedStates(includeArchived)],
    prepared: order === undefined,
  };
  return bindSlice(source, { ...request, order: order ?? BEST_FIRST });
}

function sortedBy({ column }: Order): string {
  const columns = column === 'id' ? 'd.id' : `d.id, d.${column}`;
  return `select ${columns} from found w join dialogs d on d.forum_id = $1 and d.id = w.id`;
}
