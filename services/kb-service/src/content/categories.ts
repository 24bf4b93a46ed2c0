import { type ContentReader, type Executor, sql } from '@guidepost/postgres';
import {
  type ListedRows,
  listedRows,
  type RelatedRow,
  type ResourceRow,
  relatedRows,
} from '../model/listing.ts';
import type { SortableFields } from '../model/sort-order.ts';
import {
  columnsOf,
  type GroupListRequest,
  type GroupTable,
  groupInclusionOf,
  groupListOf,
} from './group-lists.ts';

/** Characters of the text below the name of a category. */
export const LONGEST_DESCRIPTION = 1_000;

export const CATEGORY_FIELDS: SortableFields = {
  position: sql.part`c.position`,
  name: (collation) => sql.part`c.name collate ${collation}`,
  id: sql.part`c.id`,
};

export const CATEGORIES: GroupTable = {
  name: sql.part`categories`,
  alias: sql.part`c`,
  columns: ['id', 'name', 'slug', 'multiple_guides_name', 'position', 'parent_category_id'],
  fields: CATEGORY_FIELDS,
  defaultSort: ['position'],
  inclusionOrder: sql.part`c.position, c.id`,
};

/** The category c as readers get it. */
export const CATEGORY_RECORD = columnsOf(CATEGORIES, CATEGORIES.alias);

/** The parent of the listed categories: a guide, or another category. */
export interface CategoryParent {
  by: 'guide' | 'parent';
  /** Null if the ID in the request cannot be one. */
  id: number | null;
}

export interface CategoryListRequest extends GroupListRequest {
  parent?: CategoryParent | undefined;
}

const findById = sql`
  select ${CATEGORY_RECORD}
  from categories c
  where c.knowledge_base_id = $1 and c.id = $2 and c.visible
`;
const findAny = sql`
  -- A category, visible or not.
  select ${CATEGORY_RECORD}
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

const bindVisible = groupListOf(CATEGORIES, {
  groups: sql.part`from categories c where c.knowledge_base_id = $1 and c.visible`,
});
const bindAll = groupListOf(CATEGORIES, {
  groups: sql.part`from categories c where c.knowledge_base_id = $1`,
});
/** By the ID of the parent, $4. */
const bindRelated = {
  guide: groupListOf(CATEGORIES, {
    groups: sql.part`
      from guide_categories m
      join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id and c.visible
      where m.knowledge_base_id = $1 and m.guide_id = $4`,
    parentExists: sql.part`exists (
      select from guides g where g.knowledge_base_id = $1 and g.id = $4 and (g.published or g.shown_from is not null)
    )`,
  }),
  parent: groupListOf(CATEGORIES, {
    groups: sql.part`
      from categories c
      where c.knowledge_base_id = $1 and c.parent_category_id = $4 and c.visible`,
    parentExists: sql.part`exists (
      select from categories p where p.knowledge_base_id = $1 and p.id = $4 and p.visible
    )`,
  }),
};

export const categoriesOfKnowledgeBase = groupInclusionOf(
  CATEGORIES,
  sql.part`
    select c.knowledge_base_id as source, c.id as target
    from categories c
    where c.knowledge_base_id = $1 and c.knowledge_base_id = any($2::bigint[])
  `,
);
export const categoriesOfGuides = groupInclusionOf(
  CATEGORIES,
  sql.part`
    select m.guide_id as source, m.category_id as target
    from guide_categories m
    where m.knowledge_base_id = $1 and m.guide_id = any($2::bigint[])
  `,
);
export const childCategories = groupInclusionOf(
  CATEGORIES,
  sql.part`
    select c.parent_category_id as source, c.id as target
    from categories c
    where c.knowledge_base_id = $1 and c.parent_category_id = any($2::bigint[])
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
  { parent, ...request }: CategoryListRequest,
): Promise<ListedRows | null> {
  const statement = parent ? bindRelated[parent.by](request, parent.id) : bindVisible(request);
  return relatedRows(await executor.any<RelatedRow>(statement));
}

/** Any category, for those who may write. */
export function findAnyCategory(
  executor: Executor,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findAny([knowledgeBaseId, id]));
}

/** A page of all categories and their total, for those who may write. */
export async function listAllCategories(executor: Executor, request: GroupListRequest): Promise<ListedRows> {
  return listedRows(await executor.any<RelatedRow>(bindAll(request)));
}

export function listTopCategories(
  executor: Executor,
  knowledgeBaseId: number,
): Promise<{ slug: string; name: string }[]> {
  return executor.any(listTop([knowledgeBaseId]));
}
