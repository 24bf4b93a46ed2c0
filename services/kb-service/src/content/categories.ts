import { type ContentReader, type Executor, type Statement, sql, sqlTemplate } from '@guidepost/postgres';
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

export const CATEGORY_FIELDS: SortableFields = {
  position: sql.part`c.position`,
  name: (collation) => sql.part`c.name collate ${collation}`,
  id: sql.part`c.id`,
};

const DEFAULT_ORDER = sql.part`c.position, c.id`;

type CategoryRecord = [
  id: number,
  name: string,
  slug: string,
  multipleGuidesName: string,
  position: number,
  parent: number | null,
];

/** A category as a JSON array, which PostgreSQL builds faster than an object. */
export function readCategoryRecord([
  id,
  name,
  slug,
  guidesName,
  position,
  parent,
]: CategoryRecord): ResourceRow {
  return { id, name, slug, multiple_guides_name: guidesName, position, parent_category_id: parent };
}

/** The parent of the listed categories: a guide, or another category. */
export interface CategoryParent {
  by: 'guide' | 'parent';
  /** Null if the ID in the request cannot be one. */
  id: number | null;
}

export interface CategoryListRequest extends SortOrder {
  knowledgeBaseId: number;
  page: Page;
  parent?: CategoryParent | undefined;
}

const findById = sql`
  select c.id, c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id
  from categories c
  where c.knowledge_base_id = $1 and c.id = $2 and c.visible
`;
const findAny = sql`
  -- A category, visible or not.
  select c.id, c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id
  from categories c
  where c.knowledge_base_id = $1 and c.id = $2
`;
const listTop = sql`
  select c.slug, c.name
  from categories c
  where c.knowledge_base_id = $1 and c.parent_category_id is null and c.visible
  order by c.position, c.id
  limit 12
`;
const all = sqlTemplate`
  -- A page of visible categories ($2 after the first $3) with the total.
  select total.count as total, page.id, page.name, page.slug, page.multiple_guides_name, page.position, page.parent_category_id
  from (
    select count(*)
    from categories c
    where c.knowledge_base_id = $1 and c.visible
  ) total
  left join (
    select listed.*, row_number() over () as place
    from (
      select c.*
      from categories c
      where c.knowledge_base_id = $1 and c.visible
      order by ${'order'}
      limit $2 offset $3
    ) listed
  ) page on true
  order by page.place
`;
const evenHidden = sqlTemplate`
  -- A page of all categories ($2 after the first $3), visible or not, with the total.
  select total.count as total, page.id, page.name, page.slug, page.multiple_guides_name, page.position, page.parent_category_id
  from (
    select count(*)
    from categories c
    where c.knowledge_base_id = $1
  ) total
  left join (
    select listed.*, row_number() over () as place
    from (
      select c.*
      from categories c
      where c.knowledge_base_id = $1
      order by ${'order'}
      limit $2 offset $3
    ) listed
  ) page on true
  order by page.place
`;
const related = {
  guide: sqlTemplate`
    -- The same for the categories of the guide $4.
    select total.count as total,
      exists (select from guides g where g.knowledge_base_id = $1 and g.id = $4 and g.published) as parent_exists,
      page.id, page.name, page.slug, page.multiple_guides_name, page.position, page.parent_category_id
    from (
      select count(*)
      from guide_categories m
      join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id and c.visible
      where m.knowledge_base_id = $1 and m.guide_id = $4
    ) total
    left join (
      select listed.*, row_number() over () as place
      from (
        select c.*
        from guide_categories m
        join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id and c.visible
        where m.knowledge_base_id = $1 and m.guide_id = $4
        order by ${'order'}
        limit $2 offset $3
      ) listed
    ) page on true
    order by page.place
  `,
  parent: sqlTemplate`
    -- The same for the children of the category $4.
    select total.count as total,
      exists (select from categories p where p.knowledge_base_id = $1 and p.id = $4 and p.visible) as parent_exists,
      page.id, page.name, page.slug, page.multiple_guides_name, page.position, page.parent_category_id
    from (
      select count(*)
      from categories c
      where c.knowledge_base_id = $1 and c.parent_category_id = $4 and c.visible
    ) total
    left join (
      select listed.*, row_number() over () as place
      from (
        select c.*
        from categories c
        where c.knowledge_base_id = $1 and c.parent_category_id = $4 and c.visible
        order by ${'order'}
        limit $2 offset $3
      ) listed
    ) page on true
    order by page.place
  `,
};

export const categoriesOfKnowledgeBase = includeCategories(
  sql`
    -- The visible categories of the knowledge base ($2): each once, with its sources and its place among their
    -- targets. If there are more than $3, the only row has no ID.
    with linkage as materialized (
      select c.knowledge_base_id as source, c.id as target
      from categories c
      where c.knowledge_base_id = $1 and c.knowledge_base_id = any($2::bigint[])
    ), records as (
      select c.*, t.sources, row_number() over (order by c.position, c.id) as place
      from (select target, array_agg(source) as sources from linkage group by target) t
      join categories c on c.knowledge_base_id = $1 and c.id = t.target and c.visible
    ), size as (
      select count(*) from records
    )
    select c.id, c.sources as included_sources, array_fill(c.place, array[cardinality(c.sources)]) as included_places,
      c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id
    from size
    left join records c on size.count <= $3
    where size.count > 0
  `,
);
export const categoriesOfGuides = includeCategories(
  sql`
    -- The visible categories of the guides $2: each once, with its sources and its place among their targets. If
    -- there are more than $3, the only row has no ID.
    with linkage as materialized (
      select m.guide_id as source, m.category_id as target
      from guide_categories m
      where m.knowledge_base_id = $1 and m.guide_id = any($2::bigint[])
    ), records as (
      select c.*, t.sources, row_number() over (order by c.position, c.id) as place
      from (select target, array_agg(source) as sources from linkage group by target) t
      join categories c on c.knowledge_base_id = $1 and c.id = t.target and c.visible
    ), size as (
      select count(*) from records
    )
    select c.id, c.sources as included_sources, array_fill(c.place, array[cardinality(c.sources)]) as included_places,
      c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id
    from size
    left join records c on size.count <= $3
    where size.count > 0
  `,
);
export const childCategories = includeCategories(
  sql`
    -- The visible children of the categories $2: each once, with its sources and its place among their targets. If
    -- there are more than $3, the only row has no ID.
    with linkage as materialized (
      select c.parent_category_id as source, c.id as target
      from categories c
      where c.knowledge_base_id = $1 and c.parent_category_id = any($2::bigint[])
    ), records as (
      select c.*, t.sources, row_number() over (order by c.position, c.id) as place
      from (select target, array_agg(source) as sources from linkage group by target) t
      join categories c on c.knowledge_base_id = $1 and c.id = t.target and c.visible
    ), size as (
      select count(*) from records
    )
    select c.id, c.sources as included_sources, array_fill(c.place, array[cardinality(c.sources)]) as included_places,
      c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id
    from size
    left join records c on size.count <= $3
    where size.count > 0
  `,
);

/** A category that contains a published guide or is an ancestor of one that does, or null. */
export function findCategoryById(
  executor: ContentReader,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findById([knowledgeBaseId, id]));
}

/** A page of visible categories and their total; null if the parent does not exist. */
export async function listCategories(
  executor: ContentReader,
  { knowledgeBaseId, page, parent, ...sorting }: CategoryListRequest,
): Promise<ListedRows | null> {
  const order = orderBy(CATEGORY_FIELDS, sorting);
  const sorted = (template: typeof all) =>
    template({ order: order ?? DEFAULT_ORDER }, { prepared: order === undefined });
  const values = [knowledgeBaseId, page.size, page.offset];
  if (!parent) return listedRows(await executor.any<ListRow>(sorted(all)(values)));
  return relatedRows(await executor.any<RelatedRow>(sorted(related[parent.by])([...values, parent.id])));
}

/** Any category, for those who may write. */
export function findAnyCategory(
  executor: Executor,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findAny([knowledgeBaseId, id]));
}

/** A page of all categories and their total, for those who may write. */
export async function listAllCategories(
  executor: Executor,
  { knowledgeBaseId, page, ...sorting }: Omit<CategoryListRequest, 'parent'>,
): Promise<ListedRows> {
  const order = orderBy(CATEGORY_FIELDS, sorting);
  const statement = evenHidden({ order: order ?? DEFAULT_ORDER }, { prepared: order === undefined });
  return listedRows(await executor.any<ListRow>(statement([knowledgeBaseId, page.size, page.offset])));
}

export function listTopCategories(
  executor: Executor,
  knowledgeBaseId: number,
): Promise<{ slug: string; name: string }[]> {
  return executor.any(listTop([knowledgeBaseId]));
}

function includeCategories(statement: Statement): Inclusion {
  return ({ knowledgeBaseId, sources }) => statement([knowledgeBaseId, sources, MAX_INCLUDED]);
}
