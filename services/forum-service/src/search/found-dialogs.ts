import { type BoundStatement, sqlText } from '@guidepost/postgres';
import { archivedStates, bindSection, type DialogSection } from '../dialogs/dialog-section.ts';
import type { Order } from '../model/order.ts';

export interface FoundDialogsRequest extends Omit<DialogSection, 'order'> {
  ids: readonly number[];
  /** Undefined: best first. */
  order: Order | undefined;
  archivedToo: boolean;
}

const found = sqlText(new URL('./sql/found-dialogs.sql', import.meta.url));

const BEST_FIRST: Order = { column: 'place', sql: 'place' };

export function bindFoundDialogs(request: FoundDialogsRequest): BoundStatement {
  const { ids, order, archivedToo } = request;
  const source = {
    prelude: found,
    matching: order ? sortedBy(order) : 'select id, place from found',
    total: 'select count(*) as dialogs from found',
    values: [ids, archivedStates(archivedToo)],
    prepared: order === undefined,
  };
  return bindSection(source, { ...request, order: order ?? BEST_FIRST });
}

function sortedBy({ column }: Order): string {
  const columns = column === 'id' ? 'd.id' : `d.id, d.${column}`;
  return `select ${columns} from found w join dialogs d on d.forum_id = $1 and d.id = w.id`;
}
