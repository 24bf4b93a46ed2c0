import { type Database, sql } from '@guidepost/postgres';
import type { TimeSlice } from '@guidepost/service-kit';
import { facetTexts, type MatchRequest } from '../embedded/search-tenant.ts';
import { decodeWords, LINE_BREAK, readVarint } from '../memory/indexed-words.ts';
import type { IndexedDocument } from '../memory/tenant-index.ts';
import type { Term } from '../ranking/known-words.ts';
import {
  HASH_BYTES,
  type PassageVectors,
  type QueryVector,
  readPassageVectors,
} from '../vectors/passage-vectors.ts';
import type { QueryWords } from './query-words.ts';

const readRows = sql`
  -- Those of the documents $2 of tenant $1 that a search may show: hidden ones too if $3, with all facets $4 and one of
  -- $5, unless that is null, none of $6. The first $7 with their words, and with vectors of space $8.
  select w.id, d.hidden, case when w.place <= $7 then d.words end as words, v.hashes, v.vectors
  from unnest($2::bigint[]) with ordinality as w (id, place)
  join search_documents d on d.tenant_id = $1 and d.document_id = w.id
  left join search_vectors v
    on v.tenant_id = $1 and v.document_id = w.id and w.place <= $7 and v.space = $8 and octet_length(v.hashes) > 0
  where d.words is not null and ($3 or not d.hidden) and d.facets @> $4
    and ($5::text[] is null or d.facets && $5) and w.id <> all($6)
  order by w.place
`;
const sampleVectors = sql`
  -- The first passage of each of the last $3 documents of tenant $1 with vectors of space $2.
  select substring(v.vectors from 1 for octet_length(v.vectors) * $4 / octet_length(v.hashes)) as vectors
  from search_vectors v
  where v.tenant_id = $1 and v.space = $2 and octet_length(v.hashes) > 0
  order by v.revision desc, v.document_id desc
  limit $3
`;

interface Row {
  id: number;
  hidden: boolean;
  words: Buffer | null;
  hashes: Buffer | null;
  vectors: Buffer | null;
}

export interface CandidateRows {
  /** Accepted documents in the order of their ids, with words. */
  readonly documents: readonly IndexedDocument[];
  /** Accepted documents after them, of which only that is known. */
  readonly others: readonly number[];
  readonly vectors: ReadonlyMap<number, PassageVectors>;
}

export interface CandidateQuestion {
  readonly tenantId: number;
  readonly request: MatchRequest;
  readonly ids: readonly number[];
  /** Of the first so many the words are read. */
  readonly withWords: number;
  readonly vocabulary: QueryWords;
  /** Whether all words of the documents are named. */
  readonly isWhole: boolean;
  readonly slice: TimeSlice;
}

export async function readCandidates(
  database: Database,
  { tenantId, request, ids, withWords, vocabulary, isWhole, slice }: CandidateQuestion,
): Promise<CandidateRows> {
  const { facets = {}, someFacets, hiddenToo = false, exclude = [], vector } = request;
  const filter = [hiddenToo, facetTexts(facets), someFacets ? facetTexts(someFacets) : null, exclude];
  const values = [tenantId, ids, ...filter, withWords, vector?.space ?? null];
  const rows = ids.length === 0 ? [] : await database.any<Row>(readRows(values));
  const documents: IndexedDocument[] = [];
  const others: number[] = [];
  const vectors = new Map<number, PassageVectors>();
  for (const { id, hidden, words, hashes, vectors: numbers } of rows) {
    if (!words) others.push(id);
    else documents.push({ id, hidden, ...readWords(words, { vocabulary, isWhole }) });
    if (vector && hashes && numbers)
      vectors.set(id, readPassageVectors(vector.space, numbers, hashes.length / HASH_BYTES));
    if (slice.isOver) await slice.next();
  }
  return { documents, others, vectors };
}

/**
 * Names the words that the query asks for, and those of the title, whose information counts.
 * @param isWhole whether other words are named, too, as phrases need it
 */
function readWords(
  stored: Buffer,
  { vocabulary, isWhole }: Pick<CandidateQuestion, 'vocabulary' | 'isWhole'>,
): Pick<IndexedDocument, 'lengths' | 'terms' | 'places'> {
  const { lengths, spellings, places } = decodeWords(stored);
  const inTitle = isWhole ? undefined : wordsInTitle({ lengths, places });
  const terms: Term[] = [];
  let start = 0;
  for (let end = 0; end <= spellings.length && spellings.length > 0; end += 1) {
    // Comparing bytes here takes half as long as a search for the next line break.
    if (end < spellings.length && spellings[end] !== LINE_BREAK) continue;
    const spelling = { bytes: spellings, start, end };
    const isNamed = !inTitle || inTitle.has(terms.length);
    terms.push(isNamed ? vocabulary.term(spelling) : vocabulary.knownTerm(spelling));
    start = end + 1;
  }
  return { lengths, terms: Uint32Array.from(terms), places };
}

/** By their places among the words of a document. */
function wordsInTitle({
  lengths: [words = 0],
  places,
}: Pick<IndexedDocument, 'lengths' | 'places'>): Set<number> {
  const reader = { bytes: places, at: 0 };
  const found = new Set<number>();
  for (let word = 0; word < words; word += 1) found.add(readVarint(reader) >>> 1);
  return found;
}

/** Passages that stand for the average. */
const SAMPLE = 100;

export async function readSample(
  database: Database,
  tenantId: number,
  { space }: QueryVector,
): Promise<PassageVectors[]> {
  const rows = await database.any<{ vectors: Buffer }>(sampleVectors([tenantId, space, SAMPLE, HASH_BYTES]));
  return rows.map(({ vectors }) => readPassageVectors(space, vectors, 1));
}
