import type { Page } from '@guidepost/http';
import { type Executor, preparedStatement, sqlText, statementTemplate } from '@guidepost/postgres';
import type { ResourceRow } from '../http/json-api/resource-graph.ts';
import { defineSorting, type Order } from '../http/json-api/sort.ts';
import { type ListedRows, type ListRow, listedRows } from '../model/listing.ts';

export const CATEGORY_SORTING = defineSorting(
  {
    position: 'c.position',
    name: 'c.name collate "und-x-icu"',
    id: 'c.id',
  },
  'by position',
);

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
  order: Order | undefined;
  parent?: CategoryParent | undefined;
}

const findById = preparedStatement(new URL('./sql/find-category-by-id.sql', import.meta.url));
const list = statementTemplate(new URL('./sql/list-categories.sql', import.meta.url));
const ALL = { matching: sqlText(new URL('./sql/matching-all.sql', import.meta.url)), parentExists: 'true' };
const RELATED = {
  guide: {
    matching: sqlText(new URL('./sql/matching-guide.sql', import.meta.url)),
    parentExists: sqlText(new URL('./sql/guide-exists.sql', import.meta.url)),
  },
  parent: {
    matching: sqlText(new URL('./sql/matching-parent.sql', import.meta.url)),
    parentExists: sqlText(new URL('./sql/parent-exists.sql', import.meta.url)),
  },
};

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
  { knowledgeBaseId, page, order, parent }: CategoryListRequest,
): Promise<ListedRows | null> {
  const fragments = { ...(parent ? RELATED[parent.by] : ALL), order: order?.sql ?? USUAL_ORDER };
  const statement = list(fragments, { prepared: order === undefined });
  const values = [knowledgeBaseId, page.size, page.offset, ...(parent ? [parent.id] : [])];
  return listedRows(await executor.any<ListRow>(statement(values)));
}
