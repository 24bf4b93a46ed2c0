import { type Database, sql } from '@guidepost/postgres';
import type { TimeSlice } from '@guidepost/service-kit';
import { facetTexts, type MatchRequest } from '../embedded/search-tenant.ts';
import { decodeWords, LINE_BREAK, readSpelling, readVarint } from '../memory/indexed-words.ts';
import type { IndexedDocument } from '../memory/tenant-index.ts';
import {
  HASH_BYTES,
  type PassageVectors,
  type QueryVector,
  readPassageVectors,
} from '../vectors/passage-vectors.ts';
import { type QueryWords, UNKNOWN } from './query-words.ts';

const readRows = sql`
  -- Those of the documents $2 of tenant $1 that a search may show: hidden ones too if $3, with all facets $4 and one of
  -- $5, unless that is null, none of $6. The first $7 with their words, up to $9 bytes of them, and with vectors of
  -- space $8.
  select w.id, d.hidden, v.hashes, v.vectors,
    case
      when w.place <= $7 and sum(octet_length(d.words)) over (order by w.place) <= $9 then d.words
    end as words
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

/** Bytes of words that are read for one search. */
const MOST_BYTES = 32 * 2 ** 20;

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
  /** The words of the first so many are read. */
  readonly withWords: number;
  readonly vocabulary: QueryWords;
  readonly slice: TimeSlice;
}

export async function readCandidates(
  database: Database,
  { tenantId, request, ids, withWords, vocabulary, slice }: CandidateQuestion,
): Promise<CandidateRows> {
  const { facets = {}, someFacets, hiddenToo = false, exclude = [], vector } = request;
  const filter = [hiddenToo, facetTexts(facets), someFacets ? facetTexts(someFacets) : null, exclude];
  const values = [tenantId, ids, ...filter, withWords, vector?.space ?? null, MOST_BYTES];
  const rows = ids.length === 0 ? [] : await database.any<Row>(readRows(values));
  const documents: IndexedDocument[] = [];
  const others: number[] = [];
  const vectors = new Map<number, PassageVectors>();
  for (const { id, hidden, words, hashes, vectors: numbers } of rows) {
    if (!words) others.push(id);
    else documents.push({ id, hidden, ...readWords(words, vocabulary) });
    if (vector && hashes && numbers)
      vectors.set(id, readPassageVectors(vector.space, numbers, hashes.length / HASH_BYTES));
    if (slice.isOver) await slice.next();
  }
  return { documents, others, vectors };
}

/** The terms of the document that is read. */
let read = new Uint32Array(1_024);

/** Names the words that the query asks for, and those of the title, whose information counts. */
function readWords(
  stored: Buffer,
  vocabulary: QueryWords,
): Pick<IndexedDocument, 'lengths' | 'terms' | 'places' | 'formAt'> {
  const { lengths, spellings, places } = decodeWords(stored);
  const inTitle = wordsInTitle({ lengths, places });
  let count = 0;
  let start = 0;
  for (let end = 0; end <= spellings.length && spellings.length > 0; end += 1) {
    // Comparing bytes here takes half as long as a search for the next line break.
    if (end < spellings.length && spellings[end] !== LINE_BREAK) continue;
    if (count === read.length) read = grown(read);
    const isNamed = inTitle.has(count) || vocabulary.mayKnow(spellings, start, end);
    read[count] = isNamed ? vocabulary.term({ bytes: spellings, start, end }) : UNKNOWN;
    count += 1;
    start = end + 1;
  }
  let forms: string[] | undefined;
  return {
    lengths,
    terms: read.slice(0, count),
    places,
    formAt(place) {
      forms ??= Buffer.from(spellings).toString().split('\n');
      return readSpelling(forms[place] ?? '').form;
    },
  };
}

function grown(terms: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * terms.length);
  larger.set(terms);
  return larger;
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
