import type { Page } from '@guidepost/http';
import { parseId } from '@guidepost/http';
import { type Executor, sqlText, statementTemplate } from '@guidepost/postgres';
import { defineSorting, type Order } from '../http/json-api/sort.ts';
import { type ListedRows, type ListRow, listedRows } from '../model/listing.ts';
import { guideColumns } from './guide-columns.ts';
import type { GuideRequest } from './guides.ts';

/** The one filter that applies, as it was sent: a slug or an id. */
export interface GuideFilter {
  by: 'category' | 'tag';
  value: string;
}

export interface GuideListRequest extends GuideRequest {
  page: Page;
  filter?: GuideFilter | undefined;
  /** The category or tag whose guides are listed; null for what can be no id. No filter applies besides. */
  parent?: { by: GuideFilter['by']; id: number | null } | undefined;
  order: Order | undefined;
  /** What the guides of the page may add up to; those that do not fit any more come without content. */
  mostBytes: number;
}

export const GUIDE_SORTING = defineSorting(
  {
    title: 'g.title collate "und-x-icu"',
    slug: 'g.slug collate "und-x-icu"',
    id: 'g.id',
  },
  'by id, or as a category that filters them has them',
);

const COLUMNS = guideColumns('sized', 'case when sized.fits then sized.content_html end as content_html');
const list = statementTemplate(new URL('./sql/list-guides.sql', import.meta.url));

const MATCHING = {
  all: sqlText(new URL('./sql/matching-all.sql', import.meta.url)),
  category: sqlText(new URL('./sql/matching-category.sql', import.meta.url)),
  tag: sqlText(new URL('./sql/matching-tag.sql', import.meta.url)),
  searched: sqlText(new URL('./sql/matching-searched.sql', import.meta.url)),
};

const PARENT_EXISTS = {
  category: sqlText(new URL('./sql/category-exists.sql', import.meta.url)),
  tag: sqlText(new URL('./sql/tag-exists.sql', import.meta.url)),
  none: 'true',
};
const USUAL_ORDER = { all: 'g.id', category: 'm.position, g.id', tag: 'g.id', searched: 'm.position' };

/** A page of published guides and the number of all that match, in one statement; null when there is no such parent. */
export async function listGuides(executor: Executor, request: GuideListRequest): Promise<ListedRows | null> {
  const { knowledgeBaseId, page, filter, parent, mostBytes } = request;
  const values: unknown[] = [knowledgeBaseId, page.size, page.offset, mostBytes];
  if (parent) values.push(null, parent.id);
  else if (filter) values.push(filter.value, parseId(filter.value) ?? null);
  const matching = parent?.by ?? filter?.by ?? 'all';
  const statement = listStatement(request, { matching, parent: parent?.by ?? 'none' });
  return listedRows(await executor.any<ListRow>(statement(values)));
}

/** The same of guides that a search found; in the order of their ids unless another one is asked for. */
export async function listSearchedGuides(
  executor: Executor,
  request: Omit<GuideListRequest, 'filter' | 'parent'>,
  ids: number[],
): Promise<ListedRows | null> {
  const { knowledgeBaseId, page, mostBytes } = request;
  const statement = listStatement(request, { matching: 'searched', parent: 'none' });
  const values = [knowledgeBaseId, page.size, page.offset, mostBytes, ids];
  return listedRows(await executor.any<ListRow>(statement(values)));
}

function listStatement(
  { attributes, order }: Pick<GuideListRequest, 'attributes' | 'order'>,
  { matching, parent }: { matching: keyof typeof MATCHING; parent: keyof typeof PARENT_EXISTS },
) {
  const { columns, bytes } = attributes.has('content_html') ? COLUMNS.withContent : COLUMNS.withoutContent;
  const fragments = {
    parentExists: PARENT_EXISTS[parent],
    matching: MATCHING[matching],
    order: order?.sql ?? USUAL_ORDER[matching],
    columns,
    bytes,
  };
  return list(fragments, { prepared: order === undefined });
}
