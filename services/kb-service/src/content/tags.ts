import {
  type ContentReader,
  type Executor,
  type Statement,
  sql,
  sqlTemplate,
  type Template,
} from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import {
  type Inclusion,
  type ListedRows,
  type ListRow,
  listedRows,
  MAX_INCLUDED,
  type Page,
  type RelatedRow,
  type ResourceRow,
  relatedRows,
} from '../model/listing.ts';
import { orderBy, type SortableFields, type SortOrder } from '../model/sort-order.ts';

export const TAG_FIELDS: SortableFields = {
  name: (collation) => sql.part`t.name collate ${collation}`,
  id: sql.part`t.id`,
};

const DEFAULT_SORT = ['name'];

/** A tag as a JSON array, which PostgreSQL builds faster than an object. */
export function readTagRecord([id, name, slug]: [id: number, name: string, slug: string]): ResourceRow {
  return { id, name, slug };
}

export interface Tag {
  id: number;
  slug: string;
  name: string;
}

export interface TagListRequest extends SortOrder {
  knowledgeBaseId: number;
  page: Page;
  /** Lists the tags of this guide; its ID is null if the request has none that is valid. */
  guide?: { id: number | null } | undefined;
}

const findById = sql`
  select t.id, t.name, t.slug
  from tags t
  where t.knowledge_base_id = $1 and t.id = $2 and t.visible
`;
const findAny = sql`
  -- A tag, visible or not.
  select t.id, t.name, t.slug
  from tags t
  where t.knowledge_base_id = $1 and t.id = $2
`;
const findBySlugOrId = sql`
  -- A visible tag by slug $2, or by ID $3 (null if $2 is no number) if no tag has the slug.
  select t.id, t.slug, t.name
  from tags t
  where t.knowledge_base_id = $1 and t.visible and (t.slug = $2 or t.id = $3)
  order by t.slug = $2 desc
  limit 1
`;
const all = sqlTemplate`
  -- A page of visible tags ($2 after the first $3) with the total.
  select total.count as total, page.id, page.name, page.slug
  from (
    select count(*)
    from tags t
    where t.knowledge_base_id = $1 and t.visible
  ) total
  left join (
    select listed.*, row_number() over () as place
    from (
      select t.id, t.name, t.slug
      from tags t
      where t.knowledge_base_id = $1 and t.visible
      order by ${'order'}
      limit $2 offset $3
    ) listed
  ) page on true
  order by page.place
`;
const evenHidden = sqlTemplate`
  -- A page of all tags ($2 after the first $3), visible or not, with the total.
  select total.count as total, page.id, page.name, page.slug
  from (
    select count(*)
    from tags t
    where t.knowledge_base_id = $1
  ) total
  left join (
    select listed.*, row_number() over () as place
    from (
      select t.id, t.name, t.slug
      from tags t
      where t.knowledge_base_id = $1
      order by ${'order'}
      limit $2 offset $3
    ) listed
  ) page on true
  order by page.place
`;
const ofGuide = sqlTemplate`
  -- The same for the tags of the guide $4.
  select total.count as total,
    exists (select from guides g where g.knowledge_base_id = $1 and g.id = $4 and g.published) as parent_exists,
    page.id, page.name, page.slug
  from (
    select count(*)
    from guide_tags m
    join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id and t.visible
    where m.knowledge_base_id = $1 and m.guide_id = $4
  ) total
  left join (
    select listed.*, row_number() over () as place
    from (
      select t.id, t.name, t.slug
      from guide_tags m
      join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id and t.visible
      where m.knowledge_base_id = $1 and m.guide_id = $4
      order by ${'order'}
      limit $2 offset $3
    ) listed
  ) page on true
  order by page.place
`;

export const tagsOfKnowledgeBase = includeTags(
  sql`
    -- The visible tags of the knowledge base ($2): each once, with its sources. If there are more than $3, the only row has no
    -- ID.
    with linkage as materialized (
      select t.knowledge_base_id as source, t.id as target
      from tags t
      where t.knowledge_base_id = $1 and t.knowledge_base_id = any($2::bigint[])
    ), records as (
      select t.*, l.sources
      from (select target, array_agg(source) as sources from linkage group by target) l
      join tags t on t.knowledge_base_id = $1 and t.id = l.target and t.visible
    ), size as (
      select count(*) from records
    )
    select t.id, t.sources as included_sources, t.name, t.slug
    from size
    left join records t on size.count <= $3
    where size.count > 0
  `,
);
export const tagsOfGuides = includeTags(sql`
  -- The visible tags of the guides $2: each once, with its sources. If there are more than $3, the only row has no ID.
  with linkage as materialized (
    select m.guide_id as source, m.tag_id as target
    from guide_tags m
    where m.knowledge_base_id = $1 and m.guide_id = any($2::bigint[])
  ), records as (
    select t.*, l.sources
    from (select target, array_agg(source) as sources from linkage group by target) l
    join tags t on t.knowledge_base_id = $1 and t.id = l.target and t.visible
  ), size as (
    select count(*) from records
  )
  select t.id, t.sources as included_sources, t.name, t.slug
  from size
  left join records t on size.count <= $3
  where size.count > 0
`);

/** A tag of a published guide, or null. */
export function findTagById(
  executor: ContentReader,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findById([knowledgeBaseId, id]));
}

/** A tag of a published guide by slug, or by ID if no tag has that slug, or null. */
export function findTag(
  executor: ContentReader,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<Tag | null> {
  return executor.oneOrNone<Tag>(findBySlugOrId([knowledgeBaseId, slug, parseId(slug) ?? null]));
}

/** A page of visible tags and their total; null if the guide does not exist. */
export async function listTags(
  executor: ContentReader,
  { knowledgeBaseId, page, guide, ...sorting }: TagListRequest,
): Promise<ListedRows | null> {
  const values = [knowledgeBaseId, page.size, page.offset];
  if (!guide) return listedRows(await executor.any<ListRow>(ordered(all, sorting)(values)));
  return relatedRows(await executor.any<RelatedRow>(ordered(ofGuide, sorting)([...values, guide.id])));
}

/** Any tag, for those who may write. */
export function findAnyTag(
  executor: Executor,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findAny([knowledgeBaseId, id]));
}

/** A page of all tags and their total, for those who may write. */
export async function listAllTags(
  executor: Executor,
  { knowledgeBaseId, page, ...sorting }: Omit<TagListRequest, 'guide'>,
): Promise<ListedRows> {
  const statement = ordered(evenHidden, sorting);
  return listedRows(await executor.any<ListRow>(statement([knowledgeBaseId, page.size, page.offset])));
}

function ordered(statement: Template<'order'>, { sort, language }: SortOrder) {
  const order = orderBy(TAG_FIELDS, { sort: sort.length > 0 ? sort : DEFAULT_SORT, language });
  return statement({ order: order ?? sql.part`t.id` }, { prepared: sort.length === 0 });
}

function includeTags(statement: Statement): Inclusion {
  return ({ knowledgeBaseId, sources }) => statement([knowledgeBaseId, sources, MAX_INCLUDED]);
}
