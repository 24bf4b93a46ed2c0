import type { Page } from '@guidepost/http';
import { type Executor, preparedStatement, statementTemplate } from '@guidepost/postgres';
import { type ListedRows, type ListRow, listedRows } from '../json-api/listing.ts';
import type { ResourceRow } from '../json-api/resource-graph.ts';
import { defineSorting, type Order } from '../json-api/sort.ts';

export const TAG_SORTING = defineSorting({ name: 't.name collate "und-x-icu"', id: 't.id' }, 'by name');

const USUAL_ORDER = 't.name collate "und-x-icu", t.id';

const findById = preparedStatement(new URL('./sql/find-tag-by-id.sql', import.meta.url));
const list = statementTemplate(new URL('./sql/list-tags.sql', import.meta.url));

/** A tag that a published guide carries, or null. */
export function findTagById(
  executor: Executor,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findById([knowledgeBaseId, id]));
}

/** A page of the visible tags and the number of all. */
export async function listTags(
  executor: Executor,
  { knowledgeBaseId, page, order }: { knowledgeBaseId: number; page: Page; order: Order | undefined },
): Promise<ListedRows> {
  const statement = list({ order: order?.sql ?? USUAL_ORDER }, { prepared: order === undefined });
  return listedRows(await executor.any<ListRow>(statement([knowledgeBaseId, page.size, page.offset])));
}
