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
import { type Inclusion, MAX_INCLUDED } from '../model/inclusion.ts';
import type { Page } from '../model/listing.ts';
import { type ListedRows, type ListRow, listedRows, type RelatedRow, relatedRows } from '../model/listing.ts';
import { orderBy, type SortableFields, type SortOrder } from '../model/sort-order.ts';
import type { Linked } from './linked-rows.ts';

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

const all = sqlTemplate.file<'order'>(new URL('./sql/list-guides.sql', import.meta.url));
const found = sqlTemplate.file<'order'>(new URL('./sql/list-found-guides.sql', import.meta.url));
const grouped = {
  category: {
    statement: sqlTemplate.file<'order'>(new URL('./sql/list-guides-of-category.sql', import.meta.url)),
    defaultOrder: sql.part`m.position, m.guide_id`,
  },
  tag: {
    statement: sqlTemplate.file<'order'>(new URL('./sql/list-guides-with-tag.sql', import.meta.url)),
    defaultOrder: sql.part`g.id`,
  },
};

export const guidesOfKnowledgeBase = includeGuides(
  sql`
    -- Like include-guides-of-categories.sql, for all published guides of the knowledge base ($2), by ID.
    with linkage as materialized (
      select g.knowledge_base_id as source, g.id as target, 0 as place
      from guides g
      where g.knowledge_base_id = $1 and g.knowledge_base_id = any($2::bigint[]) and g.published
    ), records as (
      select t.sources, t.places, g.*
      from (
        select target, array_agg(source) as sources, array_agg(place) as places from linkage group by target
      ) t
      join guides g on g.knowledge_base_id = $1 and g.id = t.target
    ), size as (
      select count(*) <= $3 and coalesce(
        sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title)), 0
      ) <= $4 as fits, count(*)
      from records g
    )
    select g.id, g.sources as included_sources, g.places as included_places, g.slug, g.title, g.content_digest,
      case when $5::boolean then g.content_html end as content_html
    from size
    left join records g on size.fits
    where size.count > 0
  `,
);
/** Published guides of categories, in the order of the category. */
export const guidesOfCategories = includeGuides(
  sql`
    -- The published guides of the categories $2, in their order: each once, with its sources and its place among
    -- their targets, and with content if $5. If there are more than $3 or they exceed $4 bytes in a document, the
    -- only row has no ID. A guide takes 700 bytes besides its content, and a title can double in size as JSON.
    with linkage as materialized (
      select m.category_id as source, m.guide_id as target, m.position as place
      from guide_categories m
      join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
      where m.knowledge_base_id = $1 and m.category_id = any($2::bigint[])
    ), records as (
      select t.sources, t.places, g.*
      from (
        select target, array_agg(source) as sources, array_agg(place) as places from linkage group by target
      ) t
      join guides g on g.knowledge_base_id = $1 and g.id = t.target
    ), size as (
      select count(*) <= $3 and coalesce(
        sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title)), 0
      ) <= $4 as fits, count(*)
      from records g
    )
    select g.id, g.sources as included_sources, g.places as included_places, g.slug, g.title, g.content_digest,
      case when $5::boolean then g.content_html end as content_html
    from size
    left join records g on size.fits
    where size.count > 0
  `,
);
export const guidesOfTags = includeGuides(sql`
  -- Like include-guides-of-categories.sql, for the published guides with the tags $2, by ID.
  with linkage as materialized (
    select m.tag_id as source, m.guide_id as target, 0 as place
    from guide_tags m
    join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
    where m.knowledge_base_id = $1 and m.tag_id = any($2::bigint[])
  ), records as (
    select t.sources, t.places, g.*
    from (
      select target, array_agg(source) as sources, array_agg(place) as places from linkage group by target
    ) t
    join guides g on g.knowledge_base_id = $1 and g.id = t.target
  ), size as (
    select count(*) <= $3 and coalesce(
      sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title)), 0
    ) <= $4 as fits, count(*)
    from records g
  )
  select g.id, g.sources as included_sources, g.places as included_places, g.slug, g.title, g.content_digest,
    case when $5::boolean then g.content_html end as content_html
  from size
  left join records g on size.fits
  where size.count > 0
`);

/** A page of published guides and the total, in one statement. */
export async function listGuides(
  executor: ContentReader,
  { filter, ...request }: GuideListRequest & { filter?: GuideFilter | undefined },
): Promise<ListedRows> {
  if (filter) return listedRows(await readGroup(executor, request, filter));
  const statement = ordered(all, sql.part`g.id`, request);
  return listedRows(await executor.any<ListRow>(statement([...valuesOf(request), request.linked])));
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
  return listedRows(await executor.any<ListRow>(statement([...valuesOf(request), ids, request.linked])));
}

function readGroup(
  executor: ContentReader,
  request: GuideListRequest,
  group: GuideFilter | { by: GuideGroup; id: number | null },
): Promise<RelatedRow[]> {
  const { statement, defaultOrder } = grouped[group.by];
  const reference = 'id' in group ? [null, group.id] : [group.value, parseId(group.value) ?? null];
  return executor.any<RelatedRow>(
    ordered(statement, defaultOrder, request)([...valuesOf(request), ...reference, request.linked]),
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
}: GuideListRequest): unknown[] {
  return [knowledgeBaseId, page.size, page.offset, mostBytes, withContent, !contentKnown];
}

function includeGuides(statement: Statement): Inclusion {
  return ({ knowledgeBaseId, sources, attributes, mostBytes }) =>
    statement([knowledgeBaseId, sources, MAX_INCLUDED, mostBytes, attributes.has('content_html')]);
}
