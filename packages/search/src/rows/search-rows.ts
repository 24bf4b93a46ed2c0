import type { Database } from '@guidepost/postgres';
import { startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import { createAnalyzer } from '../analysis/analyzer.ts';
import type { Matches, MatchRequest } from '../embedded/search-tenant.ts';
import type { IndexedDocument } from '../memory/tenant-index.ts';
import type { Candidates, SearchRequest, SearchResult } from '../port.ts';
import type { Concept } from '../ranking/concept.ts';
import { type Concepts, findConcepts } from '../ranking/concepts.ts';
import type { RankedTexts } from '../ranking/known-words.ts';
import { type Meaning, readCandidateMeaning } from '../ranking/meaning.ts';
import { CLOSELY_RANKED, createFrequency, rankClosely } from '../ranking/score-document.ts';
import { titleTerms } from '../ranking/title.ts';
import { resolveSynonyms } from '../synonyms/synonyms.ts';
import { type CandidateRows, readCandidates } from './candidate-rows.ts';
import { findPlainly, isAnywhere, listPlainly } from './plain-query.ts';
import { QueryWords } from './query-words.ts';
import { createTenantFacts, type TenantFacts } from './tenant-facts.ts';
import { createWordLookups } from './word-lookups.ts';

/** A query that was read in the words of a tenant in the database. */
export interface OpenedRows {
  readonly tenantId: number;
  readonly facts: TenantFacts;
  readonly vocabulary: QueryWords;
  readonly concepts: Concepts;
  readonly slice: TimeSlice;
}

/** Search among documents that no process holds in memory. */
export interface RowsSearch {
  open(request: MatchRequest, revision: number): Promise<OpenedRows>;
  /** Whether the words of all documents are counted. */
  isCounted(tenantId: number, revision: number): Promise<boolean>;
  /** A page of what an engine found, ranked as in memory. */
  rank(opened: OpenedRows, request: SearchRequest, candidates: Candidates): Promise<SearchResult>;
  /** The same where each candidate has to be looked at, as for quotations. @param isCut whether there are more */
  verify(
    opened: OpenedRows,
    request: SearchRequest,
    candidates: { ids: readonly number[]; isCut: boolean },
  ): Promise<SearchResult>;
  /** A page of what an index of the database finds, rarest words first; partial if that is too much to look at. */
  page(opened: OpenedRows, request: SearchRequest): Promise<SearchResult>;
  /** All results, in no order. */
  all(opened: OpenedRows, request: MatchRequest): Promise<Matches>;
}

/** Documents that are read for a page. */
export const MOST_CANDIDATES = 500;

/** Candidates of an engine that are read for a page: it ranks roughly. */
export const ENGINE_CANDIDATES = 200;

/** Documents that are listed in another order than the best first. */
const MOST_LISTED = 1_000_000;

/** Documents in which quotations are looked for where all results are listed. */
const MOST_LOOKED_AT = 5_000;

export function createRowsSearch(database: Database): RowsSearch {
  const lookups = createWordLookups(database);
  const tenantFacts = createTenantFacts(database);

  async function open(request: MatchRequest, revision: number): Promise<OpenedRows> {
    const { tenant, query, hiddenToo = false, hiddenWords = false } = request;
    const asked = { id: tenant.id, revision };
    const analyzer = createAnalyzer(tenant.language);
    const facts = await tenantFacts.of(asked);
    const synonyms = await resolveSynonyms(facts.synonyms, analyzer);
    const vocabulary = new QueryWords(asked, lookups);
    const slice = startTimeSlice();
    const documents = facts.visible;
    const sources = { analyzer, vocabulary, documents, hiddenToo, hiddenWords, synonyms, slice };
    const concepts = await vocabulary.resolve(() => findConcepts(query, sources));
    return { tenantId: tenant.id, facts, vocabulary, concepts, slice };
  }

  async function meaningOf(
    { tenantId }: OpenedRows,
    { query, vector }: MatchRequest,
    { vectors }: CandidateRows,
  ): Promise<Meaning | undefined> {
    if (!vector) return undefined;
    const sample = await tenantFacts.sample(tenantId, vector);
    return readCandidateMeaning(vector, query.words.length, { vectors, sample });
  }

  /** Ranks documents closely, and leaves out those that are no results. */
  async function rankRows(
    opened: OpenedRows,
    documents: readonly IndexedDocument[],
    meaning: Meaning | undefined,
  ): Promise<number[]> {
    const { vocabulary, concepts, slice } = opened;
    await vocabulary.count(stemsInTitles(documents, opened));
    const ranked = await rankClosely(documents, { index: textsOf(opened), concepts, meaning, slice });
    return ranked
      .filter(({ score }) => isResult(concepts.concepts, score.weights))
      .map(({ document }) => document.id);
  }

  async function wordingOf(opened: OpenedRows, request: MatchRequest): Promise<Wording> {
    const { concepts, vocabulary, tenantId } = opened;
    const { otherWords, missing } = concepts;
    const terms = concepts.concepts.flatMap(({ expressions }) => [...expressions.keys()]);
    const corrections: Wording['corrections'] = [];
    for (const correction of concepts.corrections) {
      const term = terms.find((one) => vocabulary.formOf(one) === correction.meant);
      if (term !== undefined && (await isAnywhere(database, { tenantId, vocabulary, request }, term)))
        corrections.push(correction);
    }
    return { corrections, otherWords, missing };
  }

  async function resultOf(
    opened: OpenedRows,
    request: SearchRequest,
    { ids, total, isPartial }: { ids: readonly number[]; total: number; isPartial: boolean },
  ): Promise<SearchResult> {
    const { offset, limit } = request;
    const wording = total > 0 ? await wordingOf(opened, request) : NO_WORDING;
    const partial = isPartial || opened.facts.isCounting || opened.facts.isFull;
    return { ids: ids.slice(offset, offset + limit), total, ...wording, ...(partial && { partial }) };
  }

  /** The best first by how often words occur, as in memory. */
  async function byFrequency(
    opened: OpenedRows,
    documents: readonly IndexedDocument[],
  ): Promise<IndexedDocument[]> {
    const { concepts, slice } = opened;
    const matched = concepts.concepts.filter(({ finds, isRequired }) => finds || isRequired);
    const scoreOf = createFrequency(matched, textsOf(opened), slice);
    const scored: { document: IndexedDocument; frequency: number }[] = [];
    for (const document of documents) {
      const { frequency, weights } = await scoreOf(document);
      if (isResult(matched, weights)) scored.push({ document, frequency });
      if (slice.isOver) await slice.next();
    }
    scored.sort((some, other) => other.frequency - some.frequency || some.document.id - other.document.id);
    return scored.map(({ document }) => document);
  }

  function read(
    { tenantId, vocabulary, slice }: OpenedRows,
    request: MatchRequest,
    { ids, withWords = ids.length }: { ids: readonly number[]; withWords?: number },
  ): Promise<CandidateRows> {
    return readCandidates(database, { tenantId, request, ids, withWords, vocabulary, slice });
  }

  /** Results among the documents that were read, the first of them ranked closely. */
  async function rankFound(
    opened: OpenedRows,
    request: MatchRequest,
    rows: CandidateRows,
  ): Promise<number[]> {
    const documents = await byFrequency(opened, rows.documents);
    const meaning = await meaningOf(opened, request, rows);
    const ranked = await rankRows(opened, documents.slice(0, CLOSELY_RANKED), meaning);
    return [...ranked, ...documents.slice(CLOSELY_RANKED).map(({ id }) => id)];
  }

  function plainly(opened: OpenedRows, request: MatchRequest, most: number) {
    const { tenantId, vocabulary, concepts } = opened;
    return { tenantId, vocabulary, request, concepts: concepts.concepts, most };
  }

  return {
    open,
    isCounted: async (id, revision) => !(await tenantFacts.of({ id, revision })).isCounting,
    async rank(opened, request, { ids, total }) {
      const { offset, limit } = request;
      const first = offset < ENGINE_CANDIDATES ? ids.slice(0, ENGINE_CANDIDATES) : [];
      const page = ids.slice(Math.max(offset, ENGINE_CANDIDATES), offset + limit);
      const rows = await read(opened, request, { ids: [...first, ...page], withWords: first.length });
      const ranked = await rankFound(opened, request, rows);
      const gone = first.length + page.length - ranked.length - rows.others.length;
      const before = offset < ENGINE_CANDIDATES ? ranked : ids.slice(0, offset);
      return resultOf(opened, request, {
        ids: [...before, ...rows.others],
        total: total - gone,
        isPartial: false,
      });
    },
    verify,
    async page(opened, request) {
      const candidates = await findPlainly(database, plainly(opened, request, MOST_CANDIDATES));
      return verify(opened, request, candidates);
    },
    async all(opened, request) {
      const { concepts } = opened.concepts;
      const isQuoted = concepts.some(({ isRequired }) => isRequired);
      const most = isQuoted ? MOST_LOOKED_AT : MOST_LISTED;
      const { ids, isCut } = await listPlainly(database, plainly(opened, request, most));
      const isLookedAt = isQuoted || ids.length <= MOST_CANDIDATES;
      const found = isLookedAt ? await verified(opened, request, ids) : ids;
      const { total: _, ...matches } = await resultOf(
        opened,
        { ...request, offset: 0, limit: found.length },
        { ids: found, total: found.length, isPartial: isCut },
      );
      return matches;
    },
  };

  async function verify(
    opened: OpenedRows,
    request: SearchRequest,
    { ids, isCut }: { ids: readonly number[]; isCut: boolean },
  ): Promise<SearchResult> {
    const rows = await read(opened, request, { ids });
    const found = await rankFound(opened, request, rows);
    const isPartial = isCut || rows.others.length > 0;
    return resultOf(opened, request, { ids: found, total: found.length, isPartial });
  }

  async function verified(
    opened: OpenedRows,
    request: MatchRequest,
    ids: readonly number[],
  ): Promise<number[]> {
    const found: number[] = [];
    for (let start = 0; start < ids.length; start += MOST_CANDIDATES) {
      const part = ids.slice(start, start + MOST_CANDIDATES);
      const { documents: parted } = await read(opened, request, { ids: part });
      const documents = await byFrequency(opened, parted);
      found.push(...documents.map(({ id }) => id));
    }
    return found;
  }
}

type Wording = Pick<SearchResult, 'corrections' | 'otherWords' | 'missing'>;

const NO_WORDING: Wording = { corrections: [], otherWords: [], missing: [] };

function textsOf({ vocabulary, facts }: OpenedRows): RankedTexts {
  const { visible, visibleWords } = facts;
  return { vocabulary, visible, averageLength: visibleWords / visible || 1 };
}

/** The stems in titles that have a word of the query: others score nothing. */
function stemsInTitles(
  documents: readonly IndexedDocument[],
  { vocabulary, concepts }: OpenedRows,
): Set<string> {
  const expressing = new Set(concepts.concepts.flatMap(({ expressions }) => [...expressions.keys()]));
  const stems = new Set<string>();
  for (const document of documents) {
    const terms = titleTerms(document);
    if (terms.some((term) => expressing.has(term)))
      for (const term of terms) stems.add(vocabulary.stemOf(term));
  }
  return stems;
}

/** Whether a document has a concept that finds, and all that are required. */
function isResult(concepts: readonly Concept[], weights: Float64Array): boolean {
  const has = (place: number) => (weights[place] ?? 0) > 0;
  return (
    concepts.some(({ finds }, place) => finds && has(place)) &&
    concepts.every(({ isRequired }, place) => !isRequired || has(place))
  );
}
