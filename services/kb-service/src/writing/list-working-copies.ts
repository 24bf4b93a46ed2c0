import { parseId } from '@guidepost/http';
import { type Executor, sql, sqlTemplate } from '@guidepost/postgres';
import { GUIDE_FIELDS, type GuideFilter, type GuideListRequest } from '../content/list-guides.ts';
import { type ListedRows, type ListRow, listedRows, type ResourceRow } from '../model/listing.ts';
import { orderBy } from '../model/sort-order.ts';
import type { GuideEditState } from './working-copy.ts';

export interface WorkingCopyRequest extends Omit<GuideListRequest, 'contentKnown'> {
  state?: GuideEditState | undefined;
  filter?: GuideFilter | undefined;
  id?: number | undefined;
  slug?: string | undefined;
}

const list = sqlTemplate.file<'order'>(new URL('./sql/list-working-copies.sql', import.meta.url));
const listFacts = sql`
  -- What those who may write see of the published guides $2 beside their text.
  select g.id, g.published, d.guide_id is not null as has_draft, coalesce(g.changed_at, g.updated_at) as updated_at,
    g.changed_by as author, g.edit_revision as revision
  from guides g
  left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = g.id
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
