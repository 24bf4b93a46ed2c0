import {
  type BoundStatement,
  type ContentReader,
  type SqlPart,
  sql,
  sqlTemplate,
  type TemplatePart,
} from '@guidepost/postgres';
import type { Order, Slice } from '../model/listing.ts';
import { TOPICS, type Topic } from '../model/topics.ts';
import {
  archivedStates,
  DIALOG_ORDERS,
  type DialogSlice,
  dialogListOf,
  inPlaces,
  NEWEST_FIRST,
  POPULAR_FIRST,
  partsOf,
  sliceValues,
  valuesOf,
} from './dialog-rows.ts';

/** The values of these lists; those about archived dialogs or a tag only where they are needed. */
const bound = {
  ...sliceValues,
  topics: sql.part`$5`,
  /** In a list sorted by topic. */
  withArchived: sql.part`$6`,
  /** One folded tag, or several. */
  tag: sql.part`$5`,
  tags: sql.part`$5::text[]`,
  /** Whether to list archived dialogs with a tag. */
  taggedArchived: sql.part`$6`,
  /** With several tags: false, and true to list archived dialogs. */
  archivedStates: sql.part`$6`,
};

interface DialogListRequest extends DialogSlice {
  topics: readonly Topic[];
  includeArchived: boolean;
}

const COUNT_VISIBLE = sqlTemplate.part`
  select coalesce(sum(c.dialogs), 0)::bigint as dialogs
  from topic_counts c
  where c.forum_id = $1 and c.topic = any(${bound.topics}) and not c.archived
`;

const COUNT_ALL = sqlTemplate.part`
  select coalesce(sum(c.dialogs), 0)::bigint as dialogs
  from topic_counts c
  where c.forum_id = $1 and c.topic = any(${bound.topics})
`;

const TOPIC_LITERALS = { Q: sql.part`'Q'`, P: sql.part`'P'`, S: sql.part`'S'`, B: sql.part`'B'` };
const VISIBLE = sql.part`not archived`;
const ARCHIVED = sql.part`archived`;

/**
 * A slice of the dialogs with `topics`, `limit` after the first `start`. PostgreSQL omits the parts of other topics,
 * reads no more than the slice from the index of each part, and merges them without sorting.
 * @param ofTopic reads the dialogs of one topic, archived or not
 */
function mergeTopics<Name extends string>(
  ofTopic: (topic: SqlPart, state: SqlPart) => TemplatePart<Name>,
  states: readonly SqlPart[],
): TemplatePart<Name | 'order'> {
  const parts = TOPICS.flatMap((topic) => states.map((state) => ofTopic(TOPIC_LITERALS[topic], state)));
  const merged = parts.reduce((all, part) => sqlTemplate.part`${all} union all ${part}`);
  return inPlaces(
    sqlTemplate.part<
      Name | 'order'
    >`select s.id from (${merged}) s order by ${'order'} limit ${bound.limit} offset ${bound.start}`,
  );
}

const sortedInTopic = (topic: SqlPart, state: SqlPart) => sqlTemplate.part`(
  select ${'sortColumns'}
  from dialogs
  where forum_id = $1 and ${state} and topic = ${topic} and ${topic} = any(${bound.topics})
  order by ${'order'}
  limit ${bound.start}::bigint + ${bound.limit}
)`;

/**
 * PostgreSQL drops a column that equals a constant from the sort order, which would prevent a merge by topic; a range
 * avoids that. Archived dialogs are read if `withArchived`.
 */
const sortedByTopic = (topic: SqlPart, state: SqlPart) => sqlTemplate.part`(
  select id, topic
  from dialogs
  where forum_id = $1 and ${state} and topic between ${topic} and ${topic} and ${topic} = any(${bound.topics})${state === ARCHIVED ? sql.part` and ${bound.withArchived}` : sql.part``}
  order by ${'order'}
  limit ${bound.start}::bigint + ${bound.limit}
)`;

/** In an order for which a function finds the slice. */
const listFirst = dialogListOf({
  total: COUNT_VISIBLE,
  placed: sqlTemplate.part`${'found'}($1, ${bound.topics}, ${bound.start}, ${bound.limit}) with ordinality placed (id, place)`,
});
const list = dialogListOf({ total: COUNT_VISIBLE, placed: mergeTopics(sortedInTopic, [VISIBLE]) });
/** One statement for both would take a tenth longer to plan. */
const listWithArchived = dialogListOf({
  total: COUNT_ALL,
  placed: mergeTopics(sortedInTopic, [VISIBLE, ARCHIVED]),
});
const listByTopic = dialogListOf({
  total: sqlTemplate.part`
    select coalesce(sum(c.dialogs), 0)::bigint as dialogs
    from topic_counts c
    where c.forum_id = $1 and c.topic = any(${bound.topics}) and (not c.archived or ${bound.withArchived})
  `,
  placed: mergeTopics(sortedByTopic, [VISIBLE, ARCHIVED]),
});

/** Without texts, which $4 limits elsewhere. */
const listIds = sqlTemplate<'order' | 'sortColumns'>`
  select placed.id
  from ${mergeTopics(sortedInTopic, [VISIBLE, ARCHIVED])}
  where ${bound.mostBytes}::bigint is not null
  order by placed.place
`;

/**
 * Most requests use these orders, so their statements are prepared, and functions that keep their plans find slices.
 */
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

/** The ids alone, archived dialogs included, which reads no dialog. */
export function bindDialogIds({
  order,
  topics,
  ...request
}: Omit<DialogListRequest, 'includeArchived'>): BoundStatement {
  const parts = { order: order.sql, sortColumns: order.columns };
  return listIds(parts, { prepared: false })([...valuesOf(request), topics]);
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

/** With one tag, by date, from an index on dialog_tags, which copies the dates. */
const listWithTag = dialogListOf({
  tables: sqlTemplate.part`
    with tag as (
      select t.id, t.dialogs
      from tags t
      where t.forum_id = $1 and t.folded_name = ${bound.tag}
    )`,
  // Visible dialogs are counted already.
  total: sqlTemplate.part`
    select coalesce((select tag.dialogs from tag), 0) + (
      select count(*)
      from dialog_tags x
      where ${bound.taggedArchived} and x.forum_id = $1 and x.archived and x.tag_id = (select tag.id from tag)
    ) as dialogs
  `,
  placed: inPlaces(sqlTemplate.part`
    select s.id
    from (
      (
        select dialog_id as id, pub_date
        from dialog_tags
        where forum_id = $1 and not archived and tag_id = (select tag.id from tag)
        order by ${'order'}
        limit ${bound.start}::bigint + ${bound.limit}
      )
      union all
      (
        select dialog_id as id, pub_date
        from dialog_tags
        where forum_id = $1 and archived and ${bound.taggedArchived} and tag_id = (select tag.id from tag)
        order by ${'order'}
        limit ${bound.start}::bigint + ${bound.limit}
      )
    ) s
    order by ${'order'}
    limit ${bound.limit} offset ${bound.start}
  `),
});

/** With all of the tags, starting from the rarest one. */
const listWithTags = dialogListOf({
  tables: sqlTemplate.part`
    with wanted as materialized (
      select t.id, t.dialogs
      from tags t
      where t.forum_id = $1 and t.folded_name = any(${bound.tags})
    ),
    carrying as materialized (
      select x.dialog_id
      from (select w.id from wanted w order by w.dialogs, w.id limit 1) rarest
      join dialog_tags x on x.forum_id = $1 and x.tag_id = rarest.id and x.archived = any(${bound.archivedStates})
      where (select count(*) from wanted) = cardinality(${bound.tags})
        and not exists (
          select from wanted w
          where not exists (
            select from dialog_tags o where o.forum_id = $1 and o.dialog_id = x.dialog_id and o.tag_id = w.id
          )
        )
    )`,
  total: sqlTemplate.part`select count(*) as dialogs from carrying`,
  placed: inPlaces(sqlTemplate.part`
    select s.id
    from carrying c
    join dialogs s on s.forum_id = $1 and s.id = c.dialog_id
    order by ${'order'}
    limit ${bound.limit} offset ${bound.start}
  `),
});

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
