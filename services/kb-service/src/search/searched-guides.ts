import type { Parameter, ParameterValues } from '@guidepost/http';
import { parseId } from '@guidepost/http';
import { type Database, preparedStatement } from '@guidepost/postgres';
import type { Facets, Searcher } from '@guidepost/search';
import { type GuideFilter, type GuideListRequest, listSearchedGuides } from '../guides/guide-list.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import type { ListedRows } from '../model/listing.ts';

/** In characters. */
const LONGEST_QUERY = 500;

const findFacet = {
  category: preparedStatement(new URL('./sql/find-category-facet.sql', import.meta.url)),
  tag: preparedStatement(new URL('./sql/find-tag-facet.sql', import.meta.url)),
};

export interface SearchedGuidesRequest extends Omit<GuideListRequest, 'knowledgeBaseId'> {
  knowledgeBase: KnowledgeBase;
  /** What a person searches for. */
  words: string;
}

/** `q` */
export const SEARCH_PARAMETER: Parameter = {
  name: 'q',
  description:
    'What to search for in titles and texts: all words, in their base forms, the last one also as a beginning. Nothing is searched for when it is blank.',
  schema: { type: 'string', maxLength: LONGEST_QUERY },
  example: 'install',
};

/** What `q` asks for; undefined when it asks for nothing. */
export function parseSearch(parameters: ParameterValues): string | undefined {
  return parameters.text('q')?.trim() || undefined;
}

/**
 * A page of the guides that a search finds: best first, or all of them in the order that was asked for. Guides of the page
 * that the search index still has although they are gone are not counted.
 */
export async function searchGuides(
  { database, search }: { database: Database; search: Searcher },
  { knowledgeBase, words, filter, ...rest }: SearchedGuidesRequest,
): Promise<ListedRows | null> {
  const request = { ...rest, knowledgeBaseId: knowledgeBase.id };
  const facets = await resolveFilter(database, knowledgeBase.id, filter);
  if (!facets) return { total: 0, rows: [], fitting: 0 };
  const asked = { tenant: knowledgeBase, query: words, facets };
  if (request.order) return listSearchedGuides(database, request, (await search.all(asked)).ids);
  const { page } = request;
  const { ids, total } = await search.page({ ...asked, offset: page.offset, limit: page.size });
  // The search has turned the pages already.
  const listed = await listSearchedGuides(database, { ...request, page: { ...page, offset: 0 } }, ids);
  return listed && { ...listed, total: total - (ids.length - listed.rows.length), upTo: total };
}

/** The facet that a filter means; undefined when nothing has that slug or id. */
async function resolveFilter(
  database: Database,
  knowledgeBaseId: number,
  filter: GuideFilter | undefined,
): Promise<Facets | undefined> {
  if (!filter) return {};
  const values = [knowledgeBaseId, filter.value, parseId(filter.value) ?? null];
  const found = await database.oneOrNone<{ id: number }>(findFacet[filter.by](values));
  return found ? { [filter.by]: [found.id] } : undefined;
}
