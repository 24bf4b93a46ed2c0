import { parseId } from '@guidepost/http';
import {
  type ContentReader,
  type Executor,
  type SqlPart,
  type Statement,
  sql,
  sqlTemplate,
  type Template,
} from '@guidepost/postgres';
import {
  type Inclusion,
  type ListedRows,
  type ListRow,
  listedRows,
  MAX_INCLUDED,
  type Page,
  type RelatedRow,
  relatedRows,
} from '../model/listing.ts';
import { orderBy, type SortableFields, type SortOrder } from '../model/sort-order.ts';
import { GUIDE_BYTES, GUIDE_RECORD, type Linked, linkedIds, linkedRecords } from './guide-records.ts';

export type GuideGroup = 'category' | 'tag';

/** A slug or an ID, as in the request. */
export interface GuideFilter {
  by: GuideGroup;
  value: string;
}

export interface GuideListRequest extends SortOrder {
  knowledgeBaseId: number;
  page: Page;
  withContent: boolean;
  /** Whether the content is expected in memory, and only its digest is read. */
  contentKnown: boolean;
  /** The size limit of the page; guides beyond it have no content. */
  mostBytes: number;
  /** Relationships to read as well. */
  linked: readonly Linked[];
}

export const GUIDE_FIELDS: SortableFields = {
  title: (collation) => sql.part`g.title collate ${collation}`,
  slug: sql.part`g.slug collate "und-x-icu"`,
  id: sql.part`g.id`,
};

const LINKED_NAMES = sql.part`$7`;

/**
 * The records of the guides that the CTE `found` lists, as many as fit into $4 bytes; `fits` is false for the rest.
 * The CTE keeps an index-only scan for the page.
 */
const PAGE = sql.part`page as materialized (
    select found.place, g.content_html, ${GUIDE_RECORD},
      ${linkedIds(LINKED_NAMES)},
      found.place = 1 or sum(${GUIDE_BYTES}) over (order by found.place) <= $4 as fits
    from found
    join guides g on g.knowledge_base_id = $1 and g.id = found.id
  )`;

/** The columns of a page. Content of guides that fit is read if $5 and $6. */
const PAGE_COLUMNS = sql.part`page.fits, page.id, page.slug, page.title, page.content_digest,
    ${linkedRecords(LINKED_NAMES)},
    case when page.fits and $5::boolean and $6::boolean then page.content_html end as content_html`;

const all = sqlTemplate`
  -- A page of published guides ($2 after the first $3) with the total and what $7 names.
  with found as materialized (
    select listed.id, row_number() over () as place
    from (
      select g.id
      from guides g
      where g.knowledge_base_id = $1 and g.published
      order by ${'order'}
      limit $2 offset $3
    ) listed
  ), ${PAGE}
  select k.published_guides as total, ${PAGE_COLUMNS}
  from knowledge_bases k
  left join page on true
  where k.id = $1
  order by page.place
`;
const found = sqlTemplate`
  -- The same for the guides with the IDs $8, in the order of the search results.
  with found as materialized (
    select listed.id, row_number() over () as place
    from (
      select g.id
      from unnest($8::bigint[]) with ordinality as m (id, position)
      join guides g on g.knowledge_base_id = $1 and g.id = m.id and g.published
      order by ${'order'}
      limit $2 offset $3
    ) listed
  ), ${PAGE}
  select total.count as total, ${PAGE_COLUMNS}
  from (
    select count(*)
    from unnest($8::bigint[]) as m (id)
    join guides g on g.knowledge_base_id = $1 and g.id = m.id and g.published
  ) total
  left join page on true
  order by page.place
`;
const ofCategory = sqlTemplate`
  -- The same for the category with the slug $8, or with the ID $9 (null if $8 is no number) if no category has the slug. $8
  -- is null to search only by ID.
  -- In the category's order guides are looked up one by one until the page is full: offset 0 keeps the planner from reading
  -- all guides instead. It drops the left join, which only other orders need.
  with category as (
    select c.id, c.visible, c.published_guides
    from categories c
    where c.knowledge_base_id = $1 and (c.slug = $8 or c.id = $9)
    order by c.slug = $8 desc
    limit 1
  ), found as materialized (
    select listed.id, row_number() over () as place
    from (
      select m.guide_id as id
      from guide_categories m
      cross join lateral (
        select from guides p where p.knowledge_base_id = $1 and p.id = m.guide_id and p.published offset 0
      ) published
      left join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id
      where m.knowledge_base_id = $1 and m.category_id = (select category.id from category)
      order by ${'order'}
      limit $2 offset $3
    ) listed
  ), ${PAGE}
  select coalesce(category.published_guides, 0) as total, coalesce(category.visible, false) as parent_exists,
    ${PAGE_COLUMNS}
  from (select) present
  left join category on true
  left join page on true
  order by page.place
`;
const withTag = sqlTemplate`
  -- The same for the tag with the slug $8, or with the ID $9 (null if $8 is no number) if no tag has the slug. $8 is null to
  -- search only by ID.
  with tag as (
    select t.id, t.visible, t.published_guides
    from tags t
    where t.knowledge_base_id = $1 and (t.slug = $8 or t.id = $9)
    order by t.slug = $8 desc
    limit 1
  ), found as materialized (
    select listed.id, row_number() over () as place
    from (
      select g.id
      from guide_tags m
      join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
      where m.knowledge_base_id = $1 and m.tag_id = (select tag.id from tag)
      order by ${'order'}
      limit $2 offset $3
    ) listed
  ), ${PAGE}
  select coalesce(tag.published_guides, 0) as total, coalesce(tag.visible, false) as parent_exists, ${PAGE_COLUMNS}
  from (select) present
  left join tag on true
  left join page on true
  order by page.place
`;

const grouped = {
  category: { statement: ofCategory, defaultOrder: sql.part`m.position, m.guide_id` },
  tag: { statement: withTag, defaultOrder: sql.part`g.id` },
};

/**
 * The guides of the CTE `linkage`: each once, with its sources and its place among their targets, and with content if
 * $5. If there are more than $3 or they exceed $4 bytes in a document, the only row has no ID.
 */
const INCLUDED = sql.part`records as (
    select t.sources, t.places, g.*
    from (
      select target, array_agg(source) as sources, array_agg(place) as places from linkage group by target
    ) t
    join guides g on g.knowledge_base_id = $1 and g.id = t.target
  ), size as (
    select count(*) <= $3 and coalesce(sum(${GUIDE_BYTES}), 0) <= $4 as fits, count(*)
    from records g
  )
  select ${GUIDE_RECORD}, g.sources as included_sources, g.places as included_places,
    case when $5::boolean then g.content_html end as content_html
  from size
  left join records g on size.fits
  where size.count > 0`;

export const guidesOfKnowledgeBase = includeGuides(sql`
  -- All published guides of the knowledge base ($2), by ID.
  with linkage as materialized (
    select g.knowledge_base_id as source, g.id as target, 0 as place
    from guides g
    where g.knowledge_base_id = $1 and g.knowledge_base_id = any($2::bigint[]) and g.published
  ), ${INCLUDED}
`);
export const guidesOfCategories = includeGuides(sql`
  -- The published guides of the categories $2, in their order.
  with linkage as materialized (
    select m.category_id as source, m.guide_id as target, m.position as place
    from guide_categories m
    join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
    where m.knowledge_base_id = $1 and m.category_id = any($2::bigint[])
  ), ${INCLUDED}
`);
export const guidesOfTags = includeGuides(sql`
  -- The published guides with the tags $2, by ID.
  with linkage as materialized (
    select m.tag_id as source, m.guide_id as target, 0 as place
    from guide_tags m
    join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
    where m.knowledge_base_id = $1 and m.tag_id = any($2::bigint[])
  ), ${INCLUDED}
`);

/** A page of published guides and the total, in one statement. */
export async function listGuides(
  executor: ContentReader,
  { filter, ...request }: GuideListRequest & { filter?: GuideFilter | undefined },
): Promise<ListedRows> {
  if (filter) return listedRows(await readGroup(executor, request, filter));
  const statement = ordered(all, sql.part`g.id`, request);
  return listedRows(await executor.any<ListRow>(statement(valuesOf(request))));
}

/**
 * The same for a category or tag; null if it does not exist or is not visible.
 * @param parent its ID is null if the request has none that is valid
 */
export async function listRelatedGuides(
  executor: ContentReader,
  { parent, ...request }: GuideListRequest & { parent: { by: GuideGroup; id: number | null } },
): Promise<ListedRows | null> {
  return relatedRows(await readGroup(executor, request, parent));
}

/** The same for the results of a search, by ID unless another order is requested. */
export async function listFoundGuides(
  executor: Executor,
  request: GuideListRequest,
  ids: number[],
): Promise<ListedRows> {
  const statement = ordered(found, sql.part`m.position`, request);
  return listedRows(await executor.any<ListRow>(statement([...valuesOf(request), ids])));
}

function readGroup(
  executor: ContentReader,
  request: GuideListRequest,
  group: GuideFilter | { by: GuideGroup; id: number | null },
): Promise<RelatedRow[]> {
  const { statement, defaultOrder } = grouped[group.by];
  const reference = 'id' in group ? [null, group.id] : [group.value, parseId(group.value) ?? null];
  return executor.any<RelatedRow>(
    ordered(statement, defaultOrder, request)([...valuesOf(request), ...reference]),
  );
}

/**
 * Only orders by at most one field are prepared; the plans of all others would let clients fill the memory of a
 * connection.
 */
function ordered(statement: Template<'order'>, defaultOrder: SqlPart, request: GuideListRequest) {
  const order = orderBy(GUIDE_FIELDS, request);
  return statement({ order: order ?? defaultOrder }, { prepared: request.sort.length <= 1 });
}

function valuesOf({
  knowledgeBaseId,
  page,
  mostBytes,
  withContent,
  contentKnown,
  linked,
}: GuideListRequest): unknown[] {
  return [knowledgeBaseId, page.size, page.offset, mostBytes, withContent, !contentKnown, linked];
}

function includeGuides(statement: Statement): Inclusion {
  return ({ knowledgeBaseId, sources, attributes, mostBytes }) =>
    statement([knowledgeBaseId, sources, MAX_INCLUDED, mostBytes, attributes.has('content_html')]);
}
