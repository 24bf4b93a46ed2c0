import { type Executor, inSnapshot, sql, sqlTemplate } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import { PROPERTIES_OF_PAGE, PROPERTY_COLUMNS, PROPERTY_TABLES } from '../../content/guide-properties.ts';
import { guideBytes, linkedRecords } from '../../content/guide-records.ts';
import { GUIDE_FIELDS, type GuideFilter, type GuideListRequest } from '../../content/list-guides.ts';
import { type ListedRows, type ListRow, listedRows, type ResourceRow } from '../../model/listing.ts';
import { orderBy } from '../../model/sort-order.ts';
import { EDIT_STATE, type GuideEditState } from './working-copy.ts';

export interface WorkingCopyRequest extends Omit<GuideListRequest, 'contentKnown'> {
  state?: GuideEditState | undefined;
  filter?: GuideFilter | undefined;
  id?: number | undefined;
  slug?: string | undefined;
}

/** The values that are bound to the list beside the knowledge base ($1), in the order of `valuesOf`. */
const bound = {
  pageSize: sql.part`$2`,
  offset: sql.part`$3`,
  mostBytes: sql.part`$4`,
  withContent: sql.part`$5`,
  /** Filters, each null for all working copies. */
  state: sql.part`$6`,
  id: sql.part`$7`,
  slug: sql.part`$8`,
  categorySlug: sql.part`$9`,
  categoryId: sql.part`$10`,
  tagSlug: sql.part`$11`,
  tagId: sql.part`$12`,
  linked: sql.part`$13`,
};

function valuesOf({ knowledgeBaseId, page, mostBytes, withContent, linked, ...filters }: WorkingCopyRequest) {
  const { state = null, id = null, slug = null, filter } = filters;
  const groups = (['category', 'tag'] as const).flatMap((by) => referenceOf(by, filter));
  return [
    knowledgeBaseId,
    page.size,
    page.offset,
    mostBytes,
    withContent,
    state,
    id,
    slug,
    ...groups,
    linked,
  ];
}

function referenceOf(by: GuideFilter['by'], filter: GuideFilter | undefined): [string | null, number | null] {
  return filter?.by === by ? [filter.value, parseId(filter.value) ?? null] : [null, null];
}

/** The category and the tag of the filters, by slug or else by ID. */
const CHOSEN = sql.part`chosen as (
    select (
      select c.id from categories c
      where c.knowledge_base_id = $1 and (c.slug = ${bound.categorySlug} or c.id = ${bound.categoryId})
      order by c.slug = ${bound.categorySlug} desc limit 1
    ) as category_id, (
      select t.id from tags t
      where t.knowledge_base_id = $1 and (t.slug = ${bound.tagSlug} or t.id = ${bound.tagId})
      order by t.slug = ${bound.tagSlug} desc limit 1
    ) as tag_id
  )`;

/** Whether the working copy of the guide g, which has the draft d, is in the chosen category and has the chosen tag. */
const IS_CHOSEN = sql.part`
    (coalesce(${bound.categorySlug}::text, ${bound.categoryId}::bigint::text) is null or case
      when d.guide_id is null then exists (
        select from guide_categories m
        where m.knowledge_base_id = $1 and m.category_id = chosen.category_id and m.guide_id = g.id
      )
      else chosen.category_id = any(d.category_ids)
    end)
    and (coalesce(${bound.tagSlug}::text, ${bound.tagId}::bigint::text) is null or case
      when d.guide_id is null then exists (
        select from guide_tags m
        where m.knowledge_base_id = $1 and m.tag_id = chosen.tag_id and m.guide_id = g.id
      )
      else exists (
        select from tags t
        where t.knowledge_base_id = $1 and t.id = chosen.tag_id and t.name = any(d.tag_names)
      )
    end)`;

/** The working copies that pass all filters but that of the state. */
const COPIES = sql.part`copies as (
    select g.id, g.slug as public_slug, coalesce(d.slug, g.slug) as slug, coalesce(d.title, g.title) as title, g.published,
      d.publish_at, d.guide_id is not null as has_draft, coalesce(d.content_bytes, g.content_bytes) as content_bytes,
      coalesce(g.changed_at, g.updated_at) as updated_at, g.changed_by as author, g.edit_revision as revision,
      ${EDIT_STATE} as state
    from chosen
    cross join guides g
    left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = g.id
    where g.knowledge_base_id = $1
      and (${bound.id}::bigint is null or g.id = ${bound.id})
      and (${bound.slug}::text is null or g.slug = ${bound.slug} or (
        d.slug = ${bound.slug} and not g.published
        and not exists (select from guides o where o.knowledge_base_id = $1 and o.slug = ${bound.slug})
      ))
      and ${IS_CHOSEN}
  )`;

/**
 * The copies that the CTE `found` lists, with content and links; `fits` is false for those beyond the size of a
 * document.
 */
const PAGE = sql.part`page as materialized (
    select found.*, ${PROPERTY_COLUMNS}, coalesce(d.content_html, g.content_html) as content_html,
      case
        when 'categories' <> all(${bound.linked}::text[]) then null
        when d.guide_id is null then array(
          select m.category_id from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id
        )
        else array(select c.id from categories c where c.knowledge_base_id = $1 and c.id = any(d.category_ids))
      end as category_ids,
      case
        when 'tags' <> all(${bound.linked}::text[]) then null
        when d.guide_id is null then array(
          select m.tag_id from guide_tags m where m.knowledge_base_id = $1 and m.guide_id = g.id
        )
        else array(select t.id from tags t where t.knowledge_base_id = $1 and t.name = any(d.tag_names))
      end as tag_ids,
      found.place = 1
        or sum(${guideBytes(sql.part`found`, bound.withContent)}) over (order by found.place) <= ${bound.mostBytes} as fits
    from found
    join guides g on g.knowledge_base_id = $1 and g.id = found.id
    left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = found.id
    ${PROPERTY_TABLES}
  )`;

const listCopies = sqlTemplate`
  -- A page of working copies with the total: drafts or, without one, guides as they are.
  with ${CHOSEN}, ${COPIES}, found as materialized (
    select listed.*, row_number() over () as place
    from (
      select g.*
      from copies g
      where ${bound.state}::text is null or g.state = ${bound.state}
      order by ${'order'}
      limit ${bound.pageSize} offset ${bound.offset}
    ) listed
  ), ${PAGE}
  select total.count as total, page.fits, page.id, page.slug, page.public_slug, page.title, page.published, page.has_draft,
    page.publish_at, page.updated_at, page.author, page.revision, page.state,
    ${PROPERTIES_OF_PAGE}, ${linkedRecords(bound.linked)},
    case when page.fits and ${bound.withContent}::boolean then page.content_html end as content_html
  from (select count(*) from copies g where ${bound.state}::text is null or g.state = ${bound.state}) total
  left join page on true
  order by page.place
`;
const listFacts = sql`
  -- Facts about the published guides $2 beside their text, for those who may write.
  select g.id, g.published, d.guide_id is not null as has_draft, coalesce(g.changed_at, g.updated_at) as updated_at,
    g.changed_by as author, g.edit_revision as revision, ${PROPERTY_COLUMNS}
  from guides g
  left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = g.id
  ${PROPERTY_TABLES}
  where g.knowledge_base_id = $1 and g.id = any($2::bigint[])
`;

/** A page of working copies, with what those who may write see of them, and the total. */
export async function listWorkingCopies(
  executor: Executor,
  request: WorkingCopyRequest,
): Promise<ListedRows> {
  const order = orderBy(GUIDE_FIELDS, request) ?? sql.part`g.id`;
  const statement = listCopies({ order }, { prepared: request.sort.length <= 1 });
  return listedRows(await executor.any<ListRow>(statement(valuesOf(request))));
}

/** The published guides of a list, each with the facts that only those who may write see. */
export async function withEditingFacts(
  executor: Executor,
  knowledgeBaseId: number,
  listed: ListedRows,
): Promise<ListedRows> {
  const ids = listed.rows.map(({ id }) => id);
  const facts = await executor.any<ResourceRow>(listFacts([knowledgeBaseId, ids]));
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const shown = { state: 'published', publish_at: null, shows_published: true };
  const rows = listed.rows.map((row) => ({ ...row, ...byId.get(row.id), ...shown }));
  return { ...listed, rows };
}

/**
 * Lists published guides and their editing facts.
 * @param list lists the guides, in the same snapshot: no text gets the revision of a newer one
 */
export function listWithEditingFacts(
  database: Executor,
  knowledgeBaseId: number,
  list: (snapshot: Executor) => Promise<ListedRows>,
): Promise<ListedRows> {
  return inSnapshot(database, async (snapshot) =>
    withEditingFacts(snapshot, knowledgeBaseId, await list(snapshot)),
  );
}
