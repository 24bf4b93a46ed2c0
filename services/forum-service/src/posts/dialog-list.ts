import { type BoundStatement, type SqlPart, sql, sqlTemplate } from '@guidepost/postgres';
import type { Order } from '../model/sort-order.ts';
import type { Topic } from '../model/topics.ts';
import { type DialogSlice, partsOf, valuesOf } from './dialog-slice.ts';
import { DIALOG_ORDERS, NEWEST_FIRST, POPULAR_FIRST } from './dialog-sort-orders.ts';

export interface DialogListRequest extends DialogSlice {
  topics: readonly Topic[];
  includeArchived: boolean;
}

const listFirst = sqlTemplate`
  -- Like list-dialogs.sql, in an order for which a function finds the slice.
  select total.dialogs as total, d.fits, ${'columns'}
  from (
    select coalesce(sum(c.dialogs), 0)::bigint as dialogs
    from topic_counts c
    where c.forum_id = $1 and c.topic = any($5) and not c.archived
  ) total
  left join (
    select o.*, placed.place,
      placed.place = 1 or sum(octet_length(o.text_html)) over (order by placed.place) <= $4 as fits
    from ${'found'}($1, $5, $2, $3) with ordinality placed (id, place)
    join dialogs o on o.forum_id = $1 and o.id = placed.id
  ) d on true
  order by d.place
`;
const list = sqlTemplate.file<'columns' | 'sortColumns' | 'order'>(
  new URL('./sql/list-dialogs.sql', import.meta.url),
);
const listWithArchived = sqlTemplate.file<'columns' | 'sortColumns' | 'order'>(
  new URL('./sql/list-dialogs-with-archived.sql', import.meta.url),
);
const listByTopic = sqlTemplate.file<'columns' | 'order'>(
  new URL('./sql/list-dialogs-by-topic.sql', import.meta.url),
);

/** Most requests use these orders, so their statements are prepared, and functions that keep their plans find slices. */
const FUNCTIONS: ReadonlyMap<Order, SqlPart> = new Map([
  [NEWEST_FIRST, sql.identifier('newest_dialogs')],
  [POPULAR_FIRST, sql.identifier('popular_dialogs')],
]);

/** A slice of a forum's dialogs. */
export function bindDialogList({ order, ...request }: DialogListRequest): BoundStatement {
  const { topics, includeArchived } = request;
  const sorted = topics.length === 1 ? orderInTopic(order) : order;
  const parts = partsOf({ ...request, order: sorted });
  const values = [...valuesOf(request), topics];
  if (sorted.column === 'topic') return listByTopic(parts, { prepared: false })([...values, includeArchived]);
  const found = FUNCTIONS.get(sorted);
  if (includeArchived) return listWithArchived(parts, { prepared: found !== undefined })(values);
  if (found) return listFirst({ ...parts, found }, { prepared: true })(values);
  return list(parts, { prepared: false })(values);
}

/** The dialogs of one topic sorted by topic are sorted by id. */
function orderInTopic(order: Order): Order {
  if (order.column !== 'topic') return order;
  return DIALOG_ORDERS.get(order === DIALOG_ORDERS.get('topic') ? 'id' : '-id');
}
