import { startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import type { Analyzer } from '../analysis/analyzer.ts';
import { documentOf } from '../memory/number-lists.ts';
import { HIDDEN, type TenantIndex, VISIBLE } from '../memory/tenant-index.ts';
import type { Facets, SearchRequest, SearchResult } from '../port.ts';
import { createBestFirst } from '../ranking/best-first.ts';
import { type Concepts, findConcepts } from '../ranking/concepts.ts';
import type { Term } from '../ranking/known-words.ts';
import { type Acceptance, matchDocuments } from '../ranking/match-documents.ts';
import { readMeaning } from '../ranking/meaning.ts';
import { CLOSELY_RANKED, type Ranked, rankClosely, type Score } from '../ranking/score-document.ts';
import type { Synonyms } from '../synonyms/synonyms.ts';
import type { TenantVectors } from '../vectors/tenant-vectors.ts';

/** A tenant's index, and what a query means in it. */
export interface SearchedTenant {
  readonly index: TenantIndex;
  readonly vectors: TenantVectors;
  readonly concepts: Concepts;
  /** The time slice of this search. Of many searches at once, the first goes on first. */
  readonly slice: TimeSlice;
}

interface QueryReading {
  readonly index: TenantIndex;
  readonly vectors: TenantVectors;
  readonly analyzer: Analyzer;
  readonly synonyms: Synonyms;
}

export type MatchRequest = Omit<SearchRequest, 'offset' | 'limit'>;
export type Matches = Omit<SearchResult, 'total'>;

export async function readQuery(
  { index, vectors, ...words }: QueryReading,
  {
    query,
    hiddenToo = false,
    hiddenWords = false,
  }: Pick<SearchRequest, 'query' | 'hiddenToo' | 'hiddenWords'>,
): Promise<SearchedTenant> {
  const { vocabulary, visible: documents } = index;
  const slice = startTimeSlice();
  const sources = { ...words, vocabulary, documents, hiddenToo, hiddenWords, slice };
  return { index, vectors, concepts: await findConcepts(query, sources), slice };
}

/** A page of a tenant's results, best first. */
export async function searchTenant(tenant: SearchedTenant, request: SearchRequest): Promise<SearchResult> {
  return rankPage(tenant, request, await findByWords(tenant, request, wantedOf(request)));
}

/** The best of a tenant's results. */
export async function findRanked(
  tenant: SearchedTenant,
  request: MatchRequest,
  wanted: number,
): Promise<RankedResults> {
  return rankFound(tenant, request, await findByWords(tenant, request, wanted));
}

/** How many results have to be known for a page. */
function wantedOf({ offset, limit }: Pick<SearchRequest, 'offset' | 'limit'>): number {
  return Math.max(offset + limit, CLOSELY_RANKED);
}

/** All of a tenant's results, in no order. */
export async function findTenantDocuments(tenant: SearchedTenant, request: MatchRequest): Promise<Matches> {
  const { index, slice } = tenant;
  const acceptance = acceptanceOf(index, request);
  const isAccepted = acceptedIn(index, acceptance);
  const numbers: number[] = [];
  await matchDocuments(queried(tenant), { acceptance, slice }, (matches) => {
    for (let place = 0; place < matches.count; place += 1) numbers.push(matches.numbers[place] ?? -1);
    return undefined;
  });
  const ids: number[] = [];
  for (const number of numbers) {
    const id = index.ids[number] ?? -1;
    if ((index.states[number] ?? 0) >= acceptance.least || isAccepted(id)) ids.push(id);
  }
  return { ids, ...(ids.length > 0 ? wordingOf(tenant, acceptance) : NO_WORDING) };
}

/** The best results by the frequency of words, and how many there are. */
interface Found {
  ids: readonly number[];
  total: number;
}

async function findByWords(tenant: SearchedTenant, request: MatchRequest, wanted: number): Promise<Found> {
  const { index, slice } = tenant;
  const acceptance = acceptanceOf(index, request);
  const best = createBestFirst({ wanted, size: index.numbers }, slice);
  await matchDocuments(queried(tenant), { acceptance, slice }, best.add);
  const numbers = await best.numbers();
  return { ids: numbers.flatMap((number) => index.ids[number] ?? []), total: best.total };
}

function queried({ index, concepts: { concepts } }: SearchedTenant) {
  return { index, concepts };
}

async function rankPage(tenant: SearchedTenant, request: SearchRequest, found: Found): Promise<SearchResult> {
  const { offset, limit } = request;
  const { ranked, others, total } = await rankFound(tenant, request, found);
  const ids = [...ranked.map(({ document }) => document.id), ...others];
  const wording = total > 0 ? wordingOf(tenant, acceptanceOf(tenant.index, request)) : NO_WORDING;
  return { ids: ids.slice(offset, offset + limit), total, ...wording };
}

/** Where no document has a word of the query: for nonsense, something is the nearest, too. */
const LEAST_LIKENESS = 0.25;

/** Results, the first of them ranked closely. */
export interface RankedResults {
  ranked: readonly Ranked[];
  others: readonly number[];
  total: number;
}

/** Ranks the documents that were found by words, together with those found by meaning. */
async function rankFound(
  { index, vectors, concepts, slice }: SearchedTenant,
  request: MatchRequest,
  { ids, total }: Found,
): Promise<RankedResults> {
  const { query, vector } = request;
  const isAccepted = acceptedIn(index, acceptanceOf(index, request));
  const meaning = vector && readMeaning(vector, query.words.length, { index, vectors });
  const least = total > 0 ? Number.NEGATIVE_INFINITY : LEAST_LIKENESS;
  const close = ids.slice(0, CLOSELY_RANKED);
  const near = new Set(await meaning?.nearest(isAccepted, least));
  const documents = [...new Set([...close, ...near])].flatMap((id) => index.get(id) ?? []);
  const scored = await rankClosely(documents, { index, concepts, meaning, slice });
  // Documents that are not here yet, or were removed or hidden meanwhile, are not shown.
  const ranked = scored.filter(({ document }) => isAccepted(document.id));
  const others = ids.slice(close.length).filter((id) => !near.has(id) && isAccepted(id));
  const excluded = ids.filter((id) => !isAccepted(id)).length;
  const byMeaning = ranked.filter(
    ({ document, score }) => near.has(document.id) && !isFoundByWords(concepts, score),
  );
  return { ranked, others, total: total - excluded + byMeaning.length };
}

function isFoundByWords({ concepts }: Concepts, { weights }: Score): boolean {
  return concepts.some(({ finds }, place) => finds && (weights[place] ?? 0) > 0);
}

/** Whether a document is there and accepted: it may be removed or hidden between the time slices of a search. */
function acceptedIn(index: TenantIndex, acceptance: Acceptance): (id: number) => boolean {
  const isAccepted = accepting(index.states, acceptance);
  return (id) => {
    const number = index.numberOf(id);
    return number !== undefined && isAccepted(number);
  };
}

const NO_WORDING: Wording = { corrections: [], otherWords: [], missing: [] };

type Wording = Pick<SearchResult, 'corrections' | 'otherWords' | 'missing'>;

/** Without corrections to words of which no result can have any: they may be unpublished since. */
function wordingOf({ index, concepts }: SearchedTenant, acceptance: Acceptance): Wording {
  const { vocabulary, states } = index;
  const isAccepted = accepting(states, acceptance);
  const isFound = (term: Term) =>
    vocabulary.postings(term).some((posting) => isAccepted(documentOf(posting)));
  const corrections = concepts.corrections.filter(({ meant }) => vocabulary.withForm(meant).some(isFound));
  const { otherWords, missing } = concepts;
  return { corrections, otherWords, missing };
}

/** Whether a document may be a result, by its number in the index. */
function accepting(
  states: TenantIndex['states'],
  { least, accepts }: Acceptance,
): (number: number) => boolean {
  return (number) => (states[number] ?? 0) >= least && (!accepts || accepts(number));
}

function acceptanceOf(
  index: TenantIndex,
  { facets = {}, someFacets, hiddenToo = false, exclude = [] }: MatchRequest,
): Acceptance {
  const least = hiddenToo ? HIDDEN : VISIBLE;
  const numbersOf = (of: Facets) => facetTexts(of).map((facet) => index.facetNumber(facet));
  const all = numbersOf(facets);
  const some = someFacets && numbersOf(someFacets);
  const excluded = new Set(exclude);
  if (all.length === 0 && !some && excluded.size === 0) return { least, accepts: undefined };
  return {
    least,
    accepts(number) {
      const hasFacet = (facet: number | undefined) => index.hasFacet(number, facet);
      return !excluded.has(index.ids[number] ?? -1) && all.every(hasFacet) && (!some || some.some(hasFacet));
    },
  };
}

export function facetTexts(facets: Facets): string[] {
  return Object.entries(facets).flatMap(([name, values]) => values.map((value) => `${name}:${value}`));
}
