import {
  type BoundStatement,
  type ContentReader,
  type Executor,
  type SqlPart,
  sql,
  sqlTemplate,
} from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import { type ListedRows, listedRows, type Page, type RelatedRow, relatedRows } from '../model/listing.ts';
import { orderBy, type SortableFields, type SortOrder } from '../model/sort-order.ts';
import {
  type GuideTable,
  guideBytes,
  inLanguages,
  type Linked,
  linkedIds,
  linkedRecords,
} from './guide-records.ts';

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
  /** Whether to read the texts that stand in for missing translations. */
  withFallbacks?: boolean | undefined;
}

export const GUIDE_FIELDS: SortableFields = {
  title: (collation) => sql.part`g.title collate ${collation}`,
  slug: sql.part`g.slug collate "und-x-icu"`,
  id: sql.part`g.id`,
};

/**
 * The values that are bound to lists beside the knowledge base ($1): to all lists up to $7, as `valuesOf` returns them.
 */
const bound = {
  pageSize: sql.part`$2`,
  offset: sql.part`$3`,
  mostBytes: sql.part`$4`,
  withContent: sql.part`$5`,
  contentUnknown: sql.part`$6::boolean`,
  linked: sql.part`$7`,
  /** The IDs that a search has found, in its order. */
  foundIds: sql.part`$8::bigint[]`,
  /** A category or tag; null to find it by ID alone. */
  parentSlug: sql.part`$8`,
  /** The ID of the category or tag if none has the slug; null if the request has no number. */
  parentId: sql.part`$9`,
};

function valuesOf({ knowledgeBaseId, page, ...request }: GuideListRequest): unknown[] {
  const { mostBytes, withContent, contentKnown, linked } = request;
  return [knowledgeBaseId, page.size, page.offset, mostBytes, withContent, !contentKnown, linked];
}

/**
 * The records of the guides that the CTE `found` lists, as many as fit; `fits` is false for the rest. The CTE keeps an
 * index-only scan for the page.
 */
const pageIn = ({ name, record }: GuideTable) => sql.part`page as materialized (
    select found.place, g.content_html, ${record},
      ${linkedIds(bound.linked)},
      found.place = 1
        or sum(${guideBytes(sql.part`g`, bound.withContent)}) over (order by found.place) <= ${bound.mostBytes} as fits
    from found
    join ${name} g on g.knowledge_base_id = $1 and g.id = found.id
  )`;

const pageColumns = ({ columns }: GuideTable) => sql.part`page.fits, ${columns},
    ${linkedRecords(bound.linked)},
    case
      when page.fits and ${bound.withContent}::boolean and ${bound.contentUnknown} then page.content_html
    end as content_html`;

interface GuideList {
  /** Tables before the list, with a comma after each. */
  tables?: SqlPart;
  /** Selects the IDs of all guides of the list. */
  guides: SqlPart;
  /** Selects one row with the `total`, and with `parent_exists`, true for a list without a parent. */
  total: SqlPart;
  defaultOrder: SqlPart;
}

/**
 * Binds a list's statement: a page of its guides with the total, or one row without a guide. Only orders by at most one
 * field are prepared; the plans of all others would let clients fill the memory of a connection.
 */
function guideListOf(listIn: (guides: GuideTable) => GuideList) {
  const statementOf = inLanguages((table) => {
    const list = listIn(table);
    return { ...list, statement: listStatement(table, list) };
  });
  return (request: GuideListRequest, ownValues: readonly unknown[] = []): BoundStatement => {
    const { statement, defaultOrder } = statementOf(request.withFallbacks);
    const order = orderBy(GUIDE_FIELDS, request) ?? defaultOrder;
    const sorted = statement({ order }, { prepared: request.sort.length <= 1 });
    return sorted([...valuesOf(request), ...ownValues]);
  };
}

function listStatement(table: GuideTable, { tables = sql.part``, guides, total }: GuideList) {
  return sqlTemplate`
    with ${tables} found as materialized (
      select listed.id, row_number() over () as place
      from (
        ${guides}
        order by ${'order'}
        limit ${bound.pageSize} offset ${bound.offset}
      ) listed
    ), ${pageIn(table)}
    select total.total, total.parent_exists, ${pageColumns(table)}
    from (${total}) total
    left join page on true
    order by page.place
  `;
}

const listAll = guideListOf(({ name }) => ({
  guides: sql.part`
    select g.id
    from ${name} g
    where g.knowledge_base_id = $1 and g.published`,
  total: sql.part`select k.published_guides as total, true as parent_exists from knowledge_bases k where k.id = $1`,
  defaultOrder: sql.part`g.id`,
}));

/** In the order of the search results. */
const listFound = guideListOf(({ name }) => ({
  guides: sql.part`
    select g.id
    from unnest(${bound.foundIds}) with ordinality as m (id, position)
    join ${name} g on g.knowledge_base_id = $1 and g.id = m.id and g.published`,
  total: sql.part`
    select count(*) as total, true as parent_exists
    from unnest(${bound.foundIds}) as m (id)
    join ${name} g on g.knowledge_base_id = $1 and g.id = m.id and g.published`,
  defaultOrder: sql.part`m.position`,
}));

/** The CTE `parent`: the category or tag with the slug, or else with the ID. */
const parentIn = (table: SqlPart) => sql.part`parent as (
    select p.id, p.visible, p.published_guides
    from ${table} p
    where p.knowledge_base_id = $1 and (p.slug = ${bound.parentSlug} or p.id = ${bound.parentId})
    order by p.slug = ${bound.parentSlug} desc
    limit 1
  ),`;

const TOTAL_OF_PARENT = sql.part`
    select coalesce(parent.published_guides, 0) as total, coalesce(parent.visible, false) as parent_exists
    from (select) present
    left join parent on true`;

/**
 * In the category's order guides are looked up one by one until the page is full: offset 0 keeps the planner from
 * reading all guides instead. It drops the left join, which only other orders need.
 */
const listOfCategory = guideListOf(({ name }) => ({
  tables: parentIn(sql.part`categories`),
  guides: sql.part`
    select m.guide_id as id
    from guide_categories m
    cross join lateral (
      select from ${name} p where p.knowledge_base_id = $1 and p.id = m.guide_id and p.published offset 0
    ) published
    left join ${name} g on g.knowledge_base_id = $1 and g.id = m.guide_id
    where m.knowledge_base_id = $1 and m.category_id = (select parent.id from parent)`,
  total: TOTAL_OF_PARENT,
  defaultOrder: sql.part`m.position, m.guide_id`,
}));

const listWithTag = guideListOf(({ name }) => ({
  tables: parentIn(sql.part`tags`),
  guides: sql.part`
    select g.id
    from guide_tags m
    join ${name} g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
    where m.knowledge_base_id = $1 and m.tag_id = (select parent.id from parent)`,
  total: TOTAL_OF_PARENT,
  defaultOrder: sql.part`g.id`,
}));

const listOfGroup = { category: listOfCategory, tag: listWithTag };

/** A page of published guides and the total, in one statement. */
export async function listGuides(
  executor: ContentReader,
  { filter, ...request }: GuideListRequest & { filter?: GuideFilter | undefined },
): Promise<ListedRows> {
  const statement = filter
    ? listOfGroup[filter.by](request, [filter.value, parseId(filter.value) ?? null])
    : listAll(request);
  return listedRows(await executor.any<RelatedRow>(statement));
}

/**
 * The same for a category or tag; null if it does not exist or is not visible.
 * @param parent its ID is null if the request has none that is valid
 */
export async function listRelatedGuides(
  executor: ContentReader,
  { parent, ...request }: GuideListRequest & { parent: { by: GuideGroup; id: number | null } },
): Promise<ListedRows | null> {
  const statement = listOfGroup[parent.by](request, [null, parent.id]);
  return relatedRows(await executor.any<RelatedRow>(statement));
}

/** The same for the results of a search, in their order unless another one is requested. */
export async function listFoundGuides(
  executor: Executor,
  request: GuideListRequest,
  ids: number[],
): Promise<ListedRows> {
  return listedRows(await executor.any<RelatedRow>(listFound(request, [ids])));
}
