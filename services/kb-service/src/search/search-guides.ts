import { parseId } from '@guidepost/http';
import { type Database, preparedStatement } from '@guidepost/postgres';
import {
  correctedQuery,
  createAnalyzer,
  createSearcher,
  type Facets,
  type Searcher,
  type SearcherOptions,
  type SearchSnapshot,
} from '@guidepost/search';
import { type GuideFilter, type GuideListRequest, listFoundGuides } from '../guides/list-guides.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import type { ListedRows } from '../model/listing.ts';

const findFacet = {
  category: preparedStatement(new URL('./sql/find-category-facet.sql', import.meta.url)),
  tag: preparedStatement(new URL('./sql/find-tag-facet.sql', import.meta.url)),
};

export interface SearchedGuidesRequest extends Omit<GuideListRequest, 'knowledgeBaseId' | 'language'> {
  knowledgeBase: KnowledgeBase;
  filter: GuideFilter | undefined;
  /** The search terms. */
  words: string;
}

const findSnapshot = preparedStatement(new URL('./sql/find-search-snapshot.sql', import.meta.url));

/**
 * A page of the guides that a search finds, by rank or in the requested order. Stale results on the page are left
 * out of the total.
 */
export async function searchGuides(
  { database, search }: { database: Database; search: Searcher },
  { knowledgeBase, words, filter, ...rest }: SearchedGuidesRequest,
): Promise<ListedRows> {
  const { id: knowledgeBaseId, language } = knowledgeBase;
  const request = { ...rest, knowledgeBaseId, language };
  const facets = await resolveFilter(database, knowledgeBase.id, filter);
  if (!facets) return { total: 0, rows: [], isCut: false };
  const searchRequest = {
    tenant: knowledgeBase,
    query: createAnalyzer(knowledgeBase.language).query(words),
    facets,
  };
  if (request.sort.length > 0) {
    const { ids, corrections } = await search.all(searchRequest);
    const listed = await listFoundGuides(database, request, ids);
    return { ...listed, correctedQuery: correctedQuery(words, corrections) };
  }
  const { page } = request;
  const asked = { ...searchRequest, offset: page.offset, limit: page.size };
  const { ids, total, corrections } = await search.page(asked);
  // `ids` is the page already.
  const listed = await listFoundGuides(database, { ...request, page: { ...page, offset: 0 } }, ids);
  return {
    ...listed,
    total: total - (ids.length - listed.total),
    upTo: total,
    correctedQuery: correctedQuery(words, corrections),
  };
}

/** The facet of a filter; undefined if nothing has its slug or ID. */
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

export function createGuideSearch(options: Omit<SearcherOptions, 'findSnapshot'>): Searcher {
  return createSearcher({
    ...options,
    findSnapshot: ({ tenant }, settings) =>
      options.database.one<SearchSnapshot>(findSnapshot([tenant.id, settings])),
  });
}
