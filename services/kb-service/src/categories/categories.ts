import type { Page } from '@guidepost/http';
import { type Executor, preparedStatement, statementTemplate } from '@guidepost/postgres';
import { type ListedRows, type ListRow, listedRows } from '../json-api/listing.ts';
import type { ResourceRow } from '../json-api/resource-graph.ts';
import { defineSorting, type Order } from '../json-api/sort.ts';

export const CATEGORY_SORTING = defineSorting(
  {
    position: 'c.position',
    name: 'c.name collate "und-x-icu"',
    id: 'c.id',
  },
  'by position',
);

const USUAL_ORDER = 'c.position, c.id';

const findById = preparedStatement(new URL('./sql/find-category-by-id.sql', import.meta.url));
const list = statementTemplate(new URL('./sql/list-categories.sql', import.meta.url));

/** A category that carries a published guide or is an ancestor of one that does, or null. */
export function findCategoryById(
  executor: Executor,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findById([knowledgeBaseId, id]));
}

/** A page of the visible categories and the number of all. */
export async function listCategories(
  executor: Executor,
  { knowledgeBaseId, page, order }: { knowledgeBaseId: number; page: Page; order: Order | undefined },
): Promise<ListedRows> {
  const statement = list({ order: order?.sql ?? USUAL_ORDER }, { prepared: order === undefined });
  return listedRows(await executor.any<ListRow>(statement([knowledgeBaseId, page.size, page.offset])));
}
