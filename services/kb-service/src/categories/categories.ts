import { type Executor, preparedStatement, statementTemplate } from '@guidepost/postgres';
import { type Inclusion, MOST_INCLUDED } from '../model/inclusion.ts';
import type { Page } from '../model/listing.ts';
import {
  type ListedRows,
  type ListRow,
  listedRows,
  type RelatedRow,
  type ResourceRow,
  relatedRows,
} from '../model/listing.ts';
import { orderBy, type SortableFields } from '../model/sort.ts';

export const CATEGORY_FIELDS: SortableFields = {
  position: 'c.position',
  name: 'c.name collate "und-x-icu"',
  id: 'c.id',
};

const USUAL_ORDER = 'c.position, c.id';

/** Whose categories are listed: those that a guide is placed in, or those below another one. */
export interface CategoryParent {
  by: 'guide' | 'parent';
  /** Null for what can be no id. */
  id: number | null;
}

export interface CategoryListRequest {
  knowledgeBaseId: number;
  page: Page;
  /** Names of {@link CATEGORY_FIELDS}, after a `-` for descending. */
  sort: readonly string[];
  parent?: CategoryParent | undefined;
}

const findById = preparedStatement(new URL('./sql/find-category-by-id.sql', import.meta.url));
const listTop = preparedStatement(new URL('./sql/list-top-categories.sql', import.meta.url));
const all = statementTemplate(new URL('./sql/list-categories.sql', import.meta.url));
const related = {
  guide: statementTemplate(new URL('./sql/list-categories-of-guide.sql', import.meta.url)),
  parent: statementTemplate(new URL('./sql/list-child-categories.sql', import.meta.url)),
};

/** The visible categories of a knowledge base. */
export const categoriesOfKnowledgeBase = includeCategories(
  new URL('./sql/include-categories-of-knowledge-base.sql', import.meta.url),
);
/** The categories that guides are placed in. */
export const categoriesOfGuides = includeCategories(
  new URL('./sql/include-categories-of-guides.sql', import.meta.url),
);
/** The visible categories that have others as parent. */
export const childCategories = includeCategories(
  new URL('./sql/include-child-categories.sql', import.meta.url),
);

/** A category that carries a published guide or is an ancestor of one that does, or null. */
export function findCategoryById(
  executor: Executor,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findById([knowledgeBaseId, id]));
}

/** A page of the visible categories and the number of all; null when there is no such parent. */
export async function listCategories(
  executor: Executor,
  { knowledgeBaseId, page, sort, parent }: CategoryListRequest,
): Promise<ListedRows | null> {
  const order = orderBy(CATEGORY_FIELDS, sort);
  const template = parent ? related[parent.by] : all;
  const statement = template({ order: order ?? USUAL_ORDER }, { prepared: order === undefined });
  const values = [knowledgeBaseId, page.size, page.offset];
  if (!parent) return listedRows(await executor.any<ListRow>(statement(values)));
  return relatedRows(await executor.any<RelatedRow>(statement([...values, parent.id])));
}

/** The first of the categories at the top, by position. */
export function listTopCategories(
  executor: Executor,
  knowledgeBaseId: number,
): Promise<{ slug: string; name: string }[]> {
  return executor.any(listTop([knowledgeBaseId]));
}

function includeCategories(file: URL): Inclusion {
  const statement = preparedStatement(file);
  return ({ knowledgeBaseId, sources }) => statement([knowledgeBaseId, sources, MOST_INCLUDED]);
}
