import { type BoundStatement, type ContentReader, type SqlPart, sql, sqlTemplate } from '@guidepost/postgres';
import type { Order, Slice } from '../model/listing.ts';
import type { Topic } from '../model/topics.ts';
import {
  archivedStates,
  DIALOG_ORDERS,
  type DialogSlice,
  NEWEST_FIRST,
  POPULAR_FIRST,
  partsOf,
  valuesOf,
} from './dialog-rows.ts';

interface DialogListRequest extends DialogSlice {
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

interface TaggedDialogsRequest extends DialogSlice {
  /** Folded by `foldTagName`. */
  tags: readonly string[];
  includeArchived: boolean;
}

const listWithTag = sqlTemplate.file<'columns' | 'order'>(
  new URL('./sql/list-dialogs-with-tag.sql', import.meta.url),
);
const listWithTags = sqlTemplate.file<'columns' | 'order'>(
  new URL('./sql/list-dialogs-with-tags.sql', import.meta.url),
);

/** A slice of the dialogs with all of the tags: one tag by date is read from an index, the rest is sorted. */
export function bindTaggedDialogs(request: TaggedDialogsRequest): BoundStatement {
  const { tags, order, includeArchived } = request;
  const parts = partsOf(request);
  const values = valuesOf(request);
  if (tags.length === 1 && order.column === 'pub_date') {
    const prepared = order === NEWEST_FIRST && !includeArchived;
    return listWithTag(parts, { prepared })([...values, tags[0], includeArchived]);
  }
  return listWithTags(parts, { prepared: false })([...values, tags, archivedStates(includeArchived)]);
}

interface VisibleDialog {
  id: number;
  last_activity: Date;
}

type VisibleRow = { total: number } & (VisibleDialog | { id: null });

const listVisible = sql`
  -- A slice of the dialogs for a sitemap, with the total; one row without a dialog past the end. Finds the slice on an
  -- index before reading dialogs.
  select total.dialogs as total, d.id, d.last_activity
  from (
    select coalesce(sum(c.dialogs), 0)::bigint as dialogs
    from topic_counts c
    where c.forum_id = $1 and not c.archived
  ) total
  left join lateral (
    select s.id, s.topic
    from dialogs s
    where s.forum_id = $1 and not s.archived
    order by s.topic, s.id
    limit $2 offset $3
  ) slice on true
  left join dialogs d on d.forum_id = $1 and d.id = slice.id
  order by slice.topic, slice.id
`;

/** A slice of the dialogs that are not archived, with the total; cheaper than a list for readers. */
export async function listVisibleDialogs(
  executor: ContentReader,
  { forumId, start, limit }: Slice & { forumId: number },
): Promise<{ total: number; rows: VisibleDialog[] }> {
  const rows = await executor.any<VisibleRow>(listVisible([forumId, limit, start]));
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is { total: number } & VisibleDialog => row.id !== null),
  };
}
