import { startTimeSlice } from '@guidepost/service-kit';
import type { Analyzer } from '../analysis/analyzer.ts';
import { HIDDEN, type TenantIndex, VISIBLE } from '../memory/tenant-index.ts';
import { documentOf, type Term } from '../memory/vocabulary.ts';
import type { Candidates } from '../port/search-engine.ts';
import type { Facets, SearchRequest, SearchResult } from '../port/search-index.ts';
import { bestFirst } from '../ranking/best-first.ts';
import { type Concepts, findConcepts } from '../ranking/concepts.ts';
import { type Acceptance, matchDocuments } from '../ranking/match-documents.ts';
import { CLOSELY_RANKED, rankClosely } from '../ranking/rank-closely.ts';
import type { Synonyms } from '../synonyms/synonyms.ts';

/** A tenant's index, and what a query means in it. */
export interface SearchedTenant {
  readonly index: TenantIndex;
  readonly concepts: Concepts;
}

interface QueryReading {
  readonly index: TenantIndex;
  readonly analyzer: Analyzer;
  readonly synonyms: Synonyms;
}

export type MatchRequest = Omit<SearchRequest, 'offset' | 'limit'>;
export type Matches = Omit<SearchResult, 'total'>;

export async function readQuery(
  { index, ...words }: QueryReading,
  { query, hiddenToo = false }: Pick<SearchRequest, 'query' | 'hiddenToo'>,
): Promise<SearchedTenant> {
  const { vocabulary, visible: documents } = index;
  const sources = { ...words, vocabulary, documents, hiddenToo, slice: startTimeSlice() };
  return { index, concepts: await findConcepts(query, sources) };
}

/** A page of a tenant's results, best first. */
export async function searchTenant(tenant: SearchedTenant, request: SearchRequest): Promise<SearchResult> {
  const { offset, limit } = request;
  const { index, concepts } = tenant;
  const acceptance = acceptanceOf(index, request);
  const matches = await matchDocuments(index, concepts.concepts, acceptance);
  // Later pages are not ranked closely.
  const first = offset < CLOSELY_RANKED ? 0 : offset;
  const best = (await bestFirst(matches, Math.max(offset + limit, CLOSELY_RANKED))).slice(first);
  const documents = best.flatMap((number) => index.get(index.ids[number] ?? -1) ?? []);
  const ranked = first === 0 ? await rankClosely(documents, tenant) : documents;
  const shown = ranked.map(({ id }) => id).filter(acceptedIn(index, acceptance));
  const ids = shown.slice(offset - first, offset - first + limit);
  const total = matches.numbers.length - (best.length - shown.length);
  return { ids, total, ...(total > 0 ? wordingOf(tenant, acceptance) : NO_WORDING) };
}

/** All of a tenant's results, in no order. */
export async function findTenantDocuments(tenant: SearchedTenant, request: MatchRequest): Promise<Matches> {
  const { index, concepts } = tenant;
  const acceptance = acceptanceOf(index, request);
  const { numbers } = await matchDocuments(index, concepts.concepts, acceptance);
  const isAccepted = acceptedIn(index, acceptance);
  const ids: number[] = [];
  for (const number of numbers) {
    const id = index.ids[number] ?? -1;
    if ((index.states[number] ?? 0) >= acceptance.least || isAccepted(id)) ids.push(id);
  }
  return { ids, ...(ids.length > 0 ? wordingOf(tenant, acceptance) : NO_WORDING) };
}

/** A page of what an engine found, ranked as here. */
export async function rankCandidates(
  tenant: SearchedTenant,
  request: SearchRequest,
  { ids, total }: Candidates,
): Promise<SearchResult> {
  const { index } = tenant;
  const acceptance = acceptanceOf(index, request);
  const documents = ids.flatMap((id) => index.get(id) ?? []);
  const ranked = await rankClosely(documents, tenant);
  // What is not here yet, or no longer, is not shown.
  const shown = ranked.map(({ id }) => id).filter(acceptedIn(index, acceptance));
  const page = shown.slice(request.offset, request.offset + request.limit);
  const present = total - (ids.length - shown.length);
  return { ids: page, total: present, ...(present > 0 ? wordingOf(tenant, acceptance) : NO_WORDING) };
}

/** Whether a document is still there and accepted: it may be removed or hidden between the time slices of a search. */
function acceptedIn(index: TenantIndex, { least, accepts }: Acceptance): (id: number) => boolean {
  return (id) => {
    const number = index.numberOf(id);
    return number !== undefined && (index.states[number] ?? 0) >= least && (!accepts || accepts(number));
  };
}

const NO_WORDING: Wording = { corrections: [], otherWords: [], missing: [] };

type Wording = Pick<SearchResult, 'corrections' | 'otherWords' | 'missing'>;

/** Without corrections to words of which no result can have any: they may be unpublished since. */
function wordingOf({ index, concepts }: SearchedTenant, { least, accepts }: Acceptance): Wording {
  const { vocabulary, states } = index;
  const isAccepted = (number: number) => (states[number] ?? 0) >= least && (!accepts || accepts(number));
  const isFound = (term: Term) =>
    vocabulary.postings(term).some((posting) => isAccepted(documentOf(posting)));
  const corrections = concepts.corrections.filter(({ meant }) =>
    vocabulary.beginningWith(meant).some((term) => vocabulary.forms[term] === meant && isFound(term)),
  );
  const { otherWords, missing } = concepts;
  return { corrections, otherWords, missing };
}

function acceptanceOf(
  index: TenantIndex,
  { facets = {}, someFacets, hiddenToo = false, exclude = [] }: MatchRequest,
): Acceptance {
  const least = hiddenToo ? HIDDEN : VISIBLE;
  const all = facetTexts(facets);
  const some = someFacets && facetTexts(someFacets);
  const excluded = new Set(exclude);
  if (all.length === 0 && !some && excluded.size === 0) return { least, accepts: undefined };
  return {
    least,
    accepts(number) {
      const own = index.documents[number]?.facets ?? [];
      const hasFacets = all.every((facet) => own.includes(facet));
      return (
        !excluded.has(index.ids[number] ?? -1) &&
        hasFacets &&
        (!some || some.some((facet) => own.includes(facet)))
      );
    },
  };
}

export function facetTexts(facets: Facets): string[] {
  return Object.entries(facets).flatMap(([name, values]) => values.map((value) => `${name}:${value}`));
}
