import { type BoundStatement, statementTemplate } from '@guidepost/postgres';
import type { Order } from '../model/sort-order.ts';
import type { Topic } from '../model/topics.ts';
import { type DialogSlice, fragmentsOf, valuesOf } from './dialog-slice.ts';
import { DIALOG_ORDERS, NEWEST_FIRST, POPULAR_FIRST } from './dialog-sort-orders.ts';

export interface DialogListRequest extends DialogSlice {
  topics: readonly Topic[];
  includeArchived: boolean;
}

const listFirst = statementTemplate(new URL('./sql/list-first-dialogs.sql', import.meta.url));
const list = statementTemplate(new URL('./sql/list-dialogs.sql', import.meta.url));
const listWithArchived = statementTemplate(new URL('./sql/list-dialogs-with-archived.sql', import.meta.url));
const listByTopic = statementTemplate(new URL('./sql/list-dialogs-by-topic.sql', import.meta.url));

/** Most requests use these orders, so their statements are prepared, and functions that keep their plans find slices. */
const FUNCTIONS: ReadonlyMap<Order, string> = new Map([
  [NEWEST_FIRST, 'newest_dialogs'],
  [POPULAR_FIRST, 'popular_dialogs'],
]);

/** A slice of a forum's dialogs. */
export function bindDialogList({ order, ...request }: DialogListRequest): BoundStatement {
  const { topics, includeArchived } = request;
  const sorted = topics.length === 1 ? orderInTopic(order) : order;
  const fragments = fragmentsOf({ ...request, order: sorted });
  const values = [...valuesOf(request), topics];
  if (sorted.column === 'topic')
    return listByTopic(fragments, { prepared: false })([...values, includeArchived]);
  const found = FUNCTIONS.get(sorted);
  if (includeArchived) return listWithArchived(fragments, { prepared: found !== undefined })(values);
  if (found) return listFirst({ ...fragments, found }, { prepared: true })(values);
  return list(fragments, { prepared: false })(values);
}

/** The dialogs of one topic sorted by topic are sorted by id. */
function orderInTopic(order: Order): Order {
  if (order.column !== 'topic') return order;
  return DIALOG_ORDERS.get(order === DIALOG_ORDERS.get('topic') ? 'id' : '-id');
}
