import type { Analyzer } from '../analysis/analyzer.ts';
import type { Candidates } from '../port/search-engine.ts';
import type { Facets, SearchRequest, SearchResult } from '../port/search-index.ts';
import { type Concepts, findConcepts, type Synonyms } from '../ranking/concepts.ts';
import { rankClosely } from '../ranking/rank-closely.ts';
import { bestFirst, matchDocuments } from '../ranking/match-documents.ts';
import type { IndexedDocument, TenantIndex } from '../memory/tenant-index.ts';

/** A tenant's index, and what a query means in it. */
export interface SearchedTenant {
  readonly index: TenantIndex;
  readonly concepts: Concepts;
}

export interface TenantWords {
  readonly index: TenantIndex;
  readonly analyzer: Analyzer;
  readonly synonyms: Synonyms;
}

export type MatchRequest = Omit<SearchRequest, 'offset' | 'limit'>;
export type Matches = Omit<SearchResult, 'total'>;

export function readQuery(
  { index, ...words }: TenantWords,
  { query, hiddenToo = false }: Pick<SearchRequest, 'query' | 'hiddenToo'>,
): SearchedTenant {
  const { vocabulary, visible: documents } = index;
  return { index, concepts: findConcepts(query, { ...words, vocabulary, documents, hiddenToo }) };
}

/** A page of a tenant's results, best first. */
export async function searchTenant(tenant: SearchedTenant, request: SearchRequest): Promise<SearchResult> {
  const { offset, limit } = request;
  const { index, concepts } = tenant;
  const matches = await matchDocuments(index, concepts.concepts, filterOf(request));
  const best = bestFirst(matches, offset + limit).map(({ document }) => document);
  const ranked = await rankClosely(best, tenant);
  const ids = ranked.slice(offset, offset + limit).map(({ id }) => id);
  return { ids, total: matches.length, ...wordingOf(concepts, matches.length) };
}

/** All of a tenant's results, in no order. */
export async function findTenantDocuments(
  { index, concepts }: SearchedTenant,
  request: MatchRequest,
): Promise<Matches> {
  const matches = await matchDocuments(index, concepts.concepts, filterOf(request));
  return { ids: matches.map(({ document }) => document.id), ...wordingOf(concepts, matches.length) };
}

/** A page of what an engine found, ranked as here. */
export async function rankCandidates(
  tenant: SearchedTenant,
  { offset, limit }: Pick<SearchRequest, 'offset' | 'limit'>,
  { ids, total }: Candidates,
): Promise<SearchResult> {
  // What is not here yet, or no longer, is neither ranked nor shown.
  const documents = ids.flatMap((id) => tenant.index.get(id) ?? []);
  const ranked = await rankClosely(documents, tenant);
  const page = ranked.slice(offset, offset + limit).map(({ id }) => id);
  return { ids: page, total, ...wordingOf(tenant.concepts, total) };
}

function wordingOf(
  { corrections, otherWords }: Concepts,
  total: number,
): Pick<SearchResult, 'corrections' | 'otherWords'> {
  return total > 0 ? { corrections, otherWords } : { corrections: [], otherWords: [] };
}

function filterOf({
  facets = {},
  someFacets,
  hiddenToo = false,
  exclude = [],
}: MatchRequest): (document: IndexedDocument) => boolean {
  const all = facetTexts(facets);
  const some = someFacets && facetTexts(someFacets);
  const excluded = new Set(exclude);
  return ({ id, hidden, facets: own }) =>
    (hiddenToo || !hidden) &&
    !excluded.has(id) &&
    all.every((facet) => own.includes(facet)) &&
    (!some || some.some((facet) => own.includes(facet)));
}

export function facetTexts(facets: Facets): string[] {
  return Object.entries(facets).flatMap(([name, values]) => values.map((value) => `${name}:${value}`));
}
