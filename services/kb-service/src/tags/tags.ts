import type { Page } from '@guidepost/http';
import { type Executor, preparedStatement, sqlText, statementTemplate } from '@guidepost/postgres';
import type { ResourceRow } from '../http/json-api/resource-graph.ts';
import { defineSorting, type Order } from '../http/json-api/sort.ts';
import { type ListedRows, type ListRow, listedRows } from '../model/listing.ts';

export const TAG_SORTING = defineSorting({ name: 't.name collate "und-x-icu"', id: 't.id' }, 'by name');

const USUAL_ORDER = 't.name collate "und-x-icu", t.id';

const findById = preparedStatement(new URL('./sql/find-tag-by-id.sql', import.meta.url));
const list = statementTemplate(new URL('./sql/list-tags.sql', import.meta.url));
const ALL = { matching: sqlText(new URL('./sql/matching-all.sql', import.meta.url)), parentExists: 'true' };
const OF_GUIDE = {
  matching: sqlText(new URL('./sql/matching-guide.sql', import.meta.url)),
  parentExists: sqlText(new URL('./sql/guide-exists.sql', import.meta.url)),
};

export interface TagListRequest {
  knowledgeBaseId: number;
  page: Page;
  order: Order | undefined;
  /** The guide whose tags are listed; its id is null for what can be none. */
  guide?: { id: number | null } | undefined;
}

/** A tag that a published guide carries, or null. */
export function findTagById(
  executor: Executor,
  { knowledgeBaseId, id }: { knowledgeBaseId: number; id: number },
): Promise<ResourceRow | null> {
  return executor.oneOrNone<ResourceRow>(findById([knowledgeBaseId, id]));
}

/** A page of the visible tags and the number of all; null when there is no such guide. */
export async function listTags(
  executor: Executor,
  { knowledgeBaseId, page, order, guide }: TagListRequest,
): Promise<ListedRows | null> {
  const fragments = { ...(guide ? OF_GUIDE : ALL), order: order?.sql ?? USUAL_ORDER };
  const statement = list(fragments, { prepared: order === undefined });
  const values = [knowledgeBaseId, page.size, page.offset, ...(guide ? [guide.id] : [])];
  return listedRows(await executor.any<ListRow>(statement(values)));
}
