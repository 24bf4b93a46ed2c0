import type { Analyzer } from '../analysis/analyzer.ts';
import { HIDDEN, type TenantIndex, VISIBLE } from '../memory/tenant-index.ts';
import type { Candidates } from '../port/search-engine.ts';
import type { Facets, SearchRequest, SearchResult } from '../port/search-index.ts';
import { type Concepts, findConcepts } from '../ranking/concepts.ts';
import { type Acceptance, bestFirst, matchDocuments } from '../ranking/match-documents.ts';
import { CLOSELY_RANKED, rankClosely } from '../ranking/rank-closely.ts';
import type { Synonyms } from '../synonyms/synonyms.ts';

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
  const matches = await matchDocuments(index, concepts.concepts, acceptanceOf(index, request));
  const best = bestFirst(matches, Math.max(offset + limit, CLOSELY_RANKED));
  const documents = best.flatMap((number) => index.documents[number] ?? []);
  const ranked = await rankClosely(documents, tenant);
  const ids = ranked.slice(offset, offset + limit).map(({ id }) => id);
  return { ids, total: matches.numbers.length, ...wordingOf(concepts, matches.numbers.length) };
}

/** All of a tenant's results, in no order. */
export async function findTenantDocuments(
  { index, concepts }: SearchedTenant,
  request: MatchRequest,
): Promise<Matches> {
  const { numbers } = await matchDocuments(index, concepts.concepts, acceptanceOf(index, request));
  const ids = numbers.flatMap((number) => index.documents[number]?.id ?? []);
  return { ids, ...wordingOf(concepts, ids.length) };
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

function acceptanceOf(
  index: TenantIndex,
  { facets = {}, someFacets, hiddenToo = false, exclude = [] }: MatchRequest,
): Acceptance {
  const least = hiddenToo ? HIDDEN : VISIBLE;
  const all = facetTexts(facets);
  const some = someFacets && facetTexts(someFacets);
  const excluded = new Set(exclude.flatMap((id) => index.numberOf(id) ?? []));
  if (all.length === 0 && !some && excluded.size === 0) return { least, accepts: undefined };
  return {
    least,
    accepts(number) {
      const own = index.documents[number]?.facets ?? [];
      const hasFacets = all.every((facet) => own.includes(facet));
      return !excluded.has(number) && hasFacets && (!some || some.some((facet) => own.includes(facet)));
    },
  };
}

export function facetTexts(facets: Facets): string[] {
  return Object.entries(facets).flatMap(([name, values]) => values.map((value) => `${name}:${value}`));
}
