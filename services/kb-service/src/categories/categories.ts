import { type ContentReader, type Executor, preparedStatement, statementTemplate } from '@guidepost/postgres';
import { type Inclusion, MAX_INCLUDED } from '../model/inclusion.ts';
import type { Page } from '../model/listing.ts';
import {
  type ListedRows,
  type ListRow,
  listedRows,
  type RelatedRow,
  type ResourceRow,
  relatedRows,
} from '../model/listing.ts';
import { orderBy, type SortableFields, type SortOrder } from '../model/sort-order.ts';

export const CATEGORY_FIELDS: SortableFields = {
  position: 'c.position',
  name: (collation) => `c.name collate ${collation}`,
  id: 'c.id',
};

const DEFAULT_ORDER = 'c.position, c.id';

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

const findById = preparedStatement(new URL('./sql/find-category-by-id.sql', import.meta.url));
const findAny = preparedStatement(new URL('./sql/find-any-category.sql', import.meta.url));
const listTop = preparedStatement(new URL('./sql/list-top-categories.sql', import.meta.url));
const all = statementTemplate(new URL('./sql/list-categories.sql', import.meta.url));
const evenHidden = statementTemplate(new URL('./sql/list-all-categories.sql', import.meta.url));
const related = {
  guide: statementTemplate(new URL('./sql/list-categories-of-guide.sql', import.meta.url)),
  parent: statementTemplate(new URL('./sql/list-child-categories.sql', import.meta.url)),
};

export const categoriesOfKnowledgeBase = includeCategories(
  new URL('./sql/include-categories-of-knowledge-base.sql', import.meta.url),
);
export const categoriesOfGuides = includeCategories(
  new URL('./sql/include-categories-of-guides.sql', import.meta.url),
);
export const childCategories = includeCategories(
  new URL('./sql/include-child-categories.sql', import.meta.url),
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
  const template = parent ? related[parent.by] : all;
  const statement = template({ order: order ?? DEFAULT_ORDER }, { prepared: order === undefined });
  const values = [knowledgeBaseId, page.size, page.offset];
  if (!parent) return listedRows(await executor.any<ListRow>(statement(values)));
  return relatedRows(await executor.any<RelatedRow>(statement([...values, parent.id])));
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

function includeCategories(file: URL): Inclusion {
  const statement = preparedStatement(file);
  return ({ knowledgeBaseId, sources }) => statement([knowledgeBaseId, sources, MAX_INCLUDED]);
}
