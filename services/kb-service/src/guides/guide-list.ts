import type { Page } from '@guidepost/http';
import { type Executor, sqlText, statementTemplate } from '@guidepost/postgres';
import { type ListedRows, type ListRow, listedRows } from '../json-api/listing.ts';
import { defineSorting, type Order } from '../json-api/sort.ts';
import { parseId } from '../reading/identifiers.ts';
import { guideColumns } from './guide-columns.ts';
import type { GuideRequest } from './guides.ts';

/** The one filter that applies, as it was sent: a slug or an id. */
export interface GuideFilter {
  by: 'category' | 'tag';
  value: string;
}

export interface GuideListRequest extends GuideRequest {
  page: Page;
  filter: GuideFilter | undefined;
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
  all: sqlText(new URL('./sql/matching-all.sql', import.meta.url)).trim(),
  category: sqlText(new URL('./sql/matching-category.sql', import.meta.url)).trim(),
  tag: sqlText(new URL('./sql/matching-tag.sql', import.meta.url)).trim(),
};

const USUAL_ORDER = { all: 'g.id', category: 'm.position, g.id', tag: 'g.id' };

/** A page of published guides and the number of all that match, in one statement. */
export async function listGuides(executor: Executor, request: GuideListRequest): Promise<ListedRows> {
  const { knowledgeBaseId, page, filter, mostBytes } = request;
  const values: unknown[] = [knowledgeBaseId, page.size, page.offset, mostBytes];
  if (filter) values.push(filter.value, parseId(filter.value) ?? null);
  return listedRows(await executor.any<ListRow>(listStatement(request)(values)));
}

function listStatement({ attributes, filter, order }: GuideListRequest) {
  const kind = filter?.by ?? 'all';
  const { columns, bytes } = attributes.has('content_html') ? COLUMNS.withContent : COLUMNS.withoutContent;
  const fragments = { matching: MATCHING[kind], order: order?.sql ?? USUAL_ORDER[kind], columns, bytes };
  return list(fragments as Record<string, string>, { prepared: order === undefined });
}
