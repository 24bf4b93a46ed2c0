import { parseId } from '@guidepost/http';
import { type Executor, sql, sqlTemplate } from '@guidepost/postgres';
import { PROPERTIES_OF_PAGE, PROPERTY_COLUMNS, PROPERTY_TABLES } from '../content/guide-properties.ts';
import { linkedRecords } from '../content/guide-records.ts';
import { GUIDE_FIELDS, type GuideFilter, type GuideListRequest } from '../content/list-guides.ts';
import { type ListedRows, type ListRow, listedRows, type ResourceRow } from '../model/listing.ts';
import { orderBy } from '../model/sort-order.ts';
import { EDIT_STATE, type GuideEditState } from './working-copy.ts';

export interface WorkingCopyRequest extends Omit<GuideListRequest, 'contentKnown'> {
  state?: GuideEditState | undefined;
  filter?: GuideFilter | undefined;
  id?: number | undefined;
  slug?: string | undefined;
}

/** The category with the slug $9 or ID $10 and the tag with the slug $11 or ID $12; each of these may be null. */
const CHOSEN = sql.part`chosen as (
    select (
      select c.id from categories c
      where c.knowledge_base_id = $1 and (c.slug = $9 or c.id = $10)
      order by c.slug = $9 desc limit 1
    ) as category_id, (
      select t.id from tags t
      where t.knowledge_base_id = $1 and (t.slug = $11 or t.id = $12)
      order by t.slug = $11 desc limit 1
    ) as tag_id
  )`;

/** Whether the working copy of the guide g, which has the draft d, is in the chosen category and has the chosen tag. */
const IS_CHOSEN = sql.part`
    (coalesce($9::text, $10::bigint::text) is null or case
      when d.guide_id is null then exists (
        select from guide_categories m
        where m.knowledge_base_id = $1 and m.category_id = chosen.category_id and m.guide_id = g.id
      )
      else chosen.category_id = any(d.category_ids)
    end)
    and (coalesce($11::text, $12::bigint::text) is null or case
      when d.guide_id is null then exists (
        select from guide_tags m
        where m.knowledge_base_id = $1 and m.tag_id = chosen.tag_id and m.guide_id = g.id
      )
      else exists (
        select from tags t
        where t.knowledge_base_id = $1 and t.id = chosen.tag_id and t.name = any(d.tag_names)
      )
    end)`;

/** Working copies with the ID $7 or the slug $8, which may be null, in the chosen category and with the chosen tag. */
const COPIES = sql.part`copies as (
    select g.id, g.slug as public_slug, coalesce(d.slug, g.slug) as slug, coalesce(d.title, g.title) as title, g.published,
      d.publish_at, d.guide_id is not null as has_draft, coalesce(d.content_bytes, g.content_bytes) as content_bytes,
      coalesce(g.changed_at, g.updated_at) as updated_at, g.changed_by as author, g.edit_revision as revision,
      ${EDIT_STATE} as state
    from chosen
    cross join guides g
    left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = g.id
    where g.knowledge_base_id = $1
      and ($7::bigint is null or g.id = $7)
      and ($8::text is null or g.slug = $8 or (
        d.slug = $8 and not g.published
        and not exists (select from guides o where o.knowledge_base_id = $1 and o.slug = $8)
      ))
      and ${IS_CHOSEN}
  )`;

/** The copies that the CTE `found` lists, with content and links; `fits` is false for those beyond $4 bytes. */
const PAGE = sql.part`page as materialized (
    select found.*, ${PROPERTY_COLUMNS}, coalesce(d.content_html, g.content_html) as content_html,
      case
        when 'categories' <> all($13::text[]) then null
        when d.guide_id is null then array(
          select m.category_id from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id
        )
        else array(select c.id from categories c where c.knowledge_base_id = $1 and c.id = any(d.category_ids))
      end as category_ids,
      case
        when 'tags' <> all($13::text[]) then null
        when d.guide_id is null then array(
          select m.tag_id from guide_tags m where m.knowledge_base_id = $1 and m.guide_id = g.id
        )
        else array(select t.id from tags t where t.knowledge_base_id = $1 and t.name = any(d.tag_names))
      end as tag_ids,
      found.place = 1 or sum(case when $5::boolean then found.content_bytes else 0 end
        + 700 + 2 * octet_length(found.title)) over (order by found.place) <= $4 as fits
    from found
    join guides g on g.knowledge_base_id = $1 and g.id = found.id
    left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = found.id
    ${PROPERTY_TABLES}
  )`;

const list = sqlTemplate`
  -- A page of working copies ($2 after the first $3) with the total: drafts or, without one, guides as they are, in the
  -- state $6 unless it is null, with their content if $5 and with what $13 names.
  with ${CHOSEN}, ${COPIES}, found as materialized (
    select listed.*, row_number() over () as place
    from (
      select g.*
      from copies g
      where $6::text is null or g.state = $6
      order by ${'order'}
      limit $2 offset $3
    ) listed
  ), ${PAGE}
  select total.count as total, page.fits, page.id, page.slug, page.public_slug, page.title, page.published, page.has_draft,
    page.publish_at, page.updated_at, page.author, page.revision, page.state,
    ${PROPERTIES_OF_PAGE}, ${linkedRecords(sql.part`$13`)},
    case when page.fits and $5::boolean then page.content_html end as content_html
  from (select count(*) from copies g where $6::text is null or g.state = $6) total
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
  { knowledgeBaseId, page, sort, language, mostBytes, withContent, linked, ...request }: WorkingCopyRequest,
): Promise<ListedRows> {
  const { state = null, id = null, slug = null, filter } = request;
  const order = orderBy(GUIDE_FIELDS, { sort, language }) ?? sql.part`g.id`;
  const statement = list({ order }, { prepared: sort.length <= 1 });
  const values = [knowledgeBaseId, page.size, page.offset, mostBytes, withContent, state, id, slug];
  const groups = (['category', 'tag'] as const).flatMap((by) => referenceOf(by, filter));
  return listedRows(await executor.any<ListRow>(statement([...values, ...groups, linked])));
}

/** Adds to published guides what those who may write see of them. */
export async function withEditingFacts(
  executor: Executor,
  knowledgeBaseId: number,
  rows: readonly ResourceRow[],
): Promise<ResourceRow[]> {
  const facts = await executor.any<ResourceRow>(listFacts([knowledgeBaseId, rows.map(({ id }) => id)]));
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const shown = { state: 'published', publish_at: null, shows_published: true };
  return rows.map((row) => ({ ...row, ...byId.get(row.id), ...shown }));
}

function referenceOf(by: GuideFilter['by'], filter: GuideFilter | undefined): [string | null, number | null] {
  return filter?.by === by ? [filter.value, parseId(filter.value) ?? null] : [null, null];
}
