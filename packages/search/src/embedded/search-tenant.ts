import type { Analyzer } from '../analysis/analyzer.ts';
import { HIDDEN, type IndexedDocument, type TenantIndex, VISIBLE } from '../memory/tenant-index.ts';
import { documentOf, type Term } from '../memory/vocabulary.ts';
import type { Candidates } from '../port/search-engine.ts';
import type { Facets, SearchRequest, SearchResult } from '../port/search-index.ts';
import { type Concepts, findConcepts } from '../ranking/concepts.ts';
import { type Acceptance, bestFirst, matchDocuments } from '../ranking/match-documents.ts';
import { readMeaning } from '../ranking/meaning.ts';
import { CLOSELY_RANKED, type Ranked, rankClosely } from '../ranking/rank-closely.ts';
import type { Score } from '../ranking/score-document.ts';
import type { Synonyms } from '../synonyms/synonyms.ts';
import type { TenantVectors } from '../vectors/tenant-vectors.ts';

/** A tenant's index, and what a query means in it. */
export interface SearchedTenant {
  readonly index: TenantIndex;
  readonly vectors: TenantVectors;
  readonly concepts: Concepts;
}

interface QueryReading {
  readonly index: TenantIndex;
  readonly vectors: TenantVectors;
  readonly analyzer: Analyzer;
  readonly synonyms: Synonyms;
}

export type MatchRequest = Omit<SearchRequest, 'offset' | 'limit'>;
export type Matches = Omit<SearchResult, 'total'>;

export function readQuery(
  { index, vectors, ...words }: QueryReading,
  { query, hiddenToo = false }: Pick<SearchRequest, 'query' | 'hiddenToo'>,
): SearchedTenant {
  const { vocabulary, visible: documents } = index;
  return { index, vectors, concepts: findConcepts(query, { ...words, vocabulary, documents, hiddenToo }) };
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
export function wantedOf({ offset, limit }: Pick<SearchRequest, 'offset' | 'limit'>): number {
  return Math.max(offset + limit, CLOSELY_RANKED);
}

/** All of a tenant's results, in no order. */
export async function findTenantDocuments(tenant: SearchedTenant, request: MatchRequest): Promise<Matches> {
  const { index, concepts } = tenant;
  const acceptance = acceptanceOf(index, request);
  const { numbers } = await matchDocuments(index, concepts.concepts, acceptance);
  const ids = numbers.flatMap((number) => index.documents[number]?.id ?? []);
  return { ids, ...(ids.length > 0 ? wordingOf(tenant, acceptance) : NO_WORDING) };
}

/** A page of what an engine found, ranked as here. */
export async function rankCandidates(
  tenant: SearchedTenant,
  request: SearchRequest,
  { ids, total }: Candidates,
): Promise<SearchResult> {
  // What is not here yet, or no longer, is neither ranked nor shown.
  const numbers = ids.flatMap((id) => tenant.index.numberOf(id) ?? []);
  return rankPage(tenant, request, { numbers, total: total - (ids.length - numbers.length) });
}

/** The best results by the frequency of words, by their numbers in the index, and how many there are. */
interface Found {
  numbers: readonly number[];
  total: number;
}

async function findByWords(
  { index, concepts }: SearchedTenant,
  request: MatchRequest,
  wanted: number,
): Promise<Found> {
  const matches = await matchDocuments(index, concepts.concepts, acceptanceOf(index, request));
  return { numbers: bestFirst(matches, wanted), total: matches.numbers.length };
}

async function rankPage(tenant: SearchedTenant, request: SearchRequest, found: Found): Promise<SearchResult> {
  const { offset, limit } = request;
  const { ranked, others, total } = await rankFound(tenant, request, found);
  const ids = [...ranked.map(({ document }) => document.id), ...others.map(({ id }) => id)];
  const wording = total > 0 ? wordingOf(tenant, acceptanceOf(tenant.index, request)) : NO_WORDING;
  return { ids: ids.slice(offset, offset + limit), total, ...wording };
}

/** Of results without any word of the query: for nonsense, something is the nearest, too. */
const LEAST_LIKENESS = 0.25;

/** Results, the first of them ranked closely. */
export interface RankedResults {
  ranked: readonly Ranked[];
  others: readonly IndexedDocument[];
  total: number;
}

/** Ranks what was found by words, together with what is found by meaning. */
async function rankFound(
  { index, vectors, concepts }: SearchedTenant,
  request: MatchRequest,
  { numbers, total }: Found,
): Promise<RankedResults> {
  const { query, vector } = request;
  const meaning = vector && readMeaning(vector, query.words.length, { index, vectors });
  const accepted = accepting(index.states, acceptanceOf(index, request));
  const least = total > 0 ? Number.NEGATIVE_INFINITY : LEAST_LIKENESS;
  const close = numbers.slice(0, CLOSELY_RANKED);
  const near = (await meaning?.nearest(accepted, least)) ?? [];
  const documents = documentsOf(index, new Set([...close, ...near]));
  const ranked = await rankClosely(documents, { index, concepts, meaning });
  const isNear = new Set(near);
  const others = documentsOf(
    index,
    numbers.slice(close.length).filter((number) => !isNear.has(number)),
  );
  const byMeaning = ranked.filter(
    ({ document, score }) =>
      isNear.has(index.numberOf(document.id) ?? -1) && !isFoundByWords(concepts, score),
  );
  return { ranked, others, total: total + byMeaning.length };
}

function isFoundByWords({ concepts }: Concepts, { weights }: Score): boolean {
  return concepts.some(({ finds }, place) => finds && (weights[place] ?? 0) > 0);
}

function documentsOf(index: TenantIndex, numbers: Iterable<number>): IndexedDocument[] {
  return [...numbers].flatMap((number) => index.documents[number] ?? []);
}

const NO_WORDING: Wording = { corrections: [], otherWords: [] };

type Wording = Pick<SearchResult, 'corrections' | 'otherWords'>;

/** Without corrections to words of which no result can have any: they may be unpublished since. */
function wordingOf({ index, concepts }: SearchedTenant, acceptance: Acceptance): Wording {
  const { vocabulary, states } = index;
  const isAccepted = accepting(states, acceptance);
  const isFound = (term: Term) =>
    vocabulary.postings(term).some((posting) => isAccepted(documentOf(posting)));
  const corrections = concepts.corrections.filter(({ meant }) =>
    vocabulary.beginningWith(meant).some((term) => vocabulary.forms[term] === meant && isFound(term)),
  );
  return { corrections, otherWords: concepts.otherWords };
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
