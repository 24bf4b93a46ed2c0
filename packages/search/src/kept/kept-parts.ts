import { renumberTerms, termsOf } from '../memory/blocks.ts';
import { documentOf, withDocument } from '../memory/number-lists.ts';
import type { IndexSnapshot, SnapshotDocument, TenantIndex } from '../memory/tenant-index.ts';
import type { Term, Vocabulary } from '../memory/vocabulary.ts';

/** The version of the parts. Raise it when older services would misread them, or these older parts. */
export const FORMAT = 1;

/** Bytes of a part, unless one word or document has more. */
const USUAL_PART = 4 * 2 ** 20;

/** Words or documents between two steps: less than a millisecond. */
const AT_ONCE = 256;

/** Kinds of parts, in their order in an index. */
const FACETS = 1;
const TERMS = 2;
const DOCUMENTS = 3;

const WORD = Uint32Array.BYTES_PER_ELEMENT;
/** Kind and three sizes. */
const HEAD = 4;
/** Numbers of a term beside its postings. */
const COLUMNS = 4;

const UNUSED = 2 ** 32 - 1;

/**
 * An index in parts of some megabytes, as it lies in memory, without words that no document has any more. In steps:
 * most have no part.
 */
export function* keptParts(
  { vocabulary }: Pick<TenantIndex, 'vocabulary'>,
  snapshot: IndexSnapshot,
  bytes: number = USUAL_PART,
): Generator<Uint8Array | undefined, void, void> {
  const terms = yield* numberTerms(snapshot);
  yield facetsPart(snapshot.facets);
  yield* termParts({ vocabulary, snapshot, terms }, bytes);
  yield* documentParts({ snapshot, terms }, bytes);
}

/** Adds what a part of an index has, in steps; the parts follow each other as they were written. */
export function* readPart(index: TenantIndex, part: Uint8Array): Generator<void, void, void> {
  const words = wordsOf(part);
  const [kind] = words;
  if (kind === FACETS) index.adoptFacets(readFacets(words));
  else if (kind === TERMS) yield* readTerms(index, words);
  else if (kind === DOCUMENTS) yield* readDocuments(index, words);
  else throw new Error(`a part of unknown kind ${kind}`);
}

/** Numbers the terms that documents have; others are {@link UNUSED}. */
function* numberTerms({ documents, terms }: IndexSnapshot): Generator<undefined, Uint32Array, void> {
  const numbers = new Uint32Array(terms).fill(UNUSED);
  for (const [place, { packed }] of documents.entries()) {
    if (place % AT_ONCE === 0) yield;
    for (const term of termsOf(packed)) numbers[term] = 0;
  }
  let count = 0;
  for (const [term, number] of numbers.entries()) {
    if (number === UNUSED) continue;
    numbers[term] = count;
    count += 1;
  }
  return numbers;
}

function facetsPart(facets: readonly string[]): Uint8Array {
  const text = Buffer.from(JSON.stringify(facets));
  const { bytes } = newPart([FACETS, text.length], Math.ceil(text.length / WORD));
  bytes.set(text, HEAD * WORD);
  return bytes;
}

function readFacets(words: Uint32Array): string[] {
  return JSON.parse(Buffer.from(bytesOf(words, HEAD, words[1] ?? 0)).toString());
}

interface Kept {
  readonly vocabulary: Vocabulary;
  readonly snapshot: IndexSnapshot;
  readonly terms: Uint32Array;
}

function* termParts(
  { vocabulary, snapshot, terms }: Kept,
  bytes: number,
): Generator<Uint8Array | undefined, void, void> {
  let part: Term[] = [];
  let size = 0;
  for (let term = 0; term < snapshot.terms; term += 1) {
    if (term % AT_ONCE === 0) yield;
    if (terms[term] === UNUSED) continue;
    part.push(term);
    size += vocabulary.spelling(term).length + (vocabulary.postings(term).length + COLUMNS) * WORD;
    if (size < bytes) continue;
    yield* termsPart({ vocabulary, snapshot }, part);
    part = [];
    size = 0;
  }
  if (part.length > 0) yield* termsPart({ vocabulary, snapshot }, part);
}

/**
 * Numbers of terms, postings and bytes of spellings; of each term its postings, its visible documents, and the bytes
 * and characters of its spelling; all postings; all spellings.
 */
function* termsPart(
  { vocabulary, snapshot: { documents, numbers } }: Omit<Kept, 'terms'>,
  terms: readonly Term[],
): Generator<Uint8Array | undefined, void, void> {
  let most = 0;
  for (const term of terms) most += vocabulary.postings(term).length;
  const postings = new Uint32Array(most);
  const columns = new Uint32Array(COLUMNS * terms.length);
  let taken = 0;
  let spelt = 0;
  for (const [place, term] of terms.entries()) {
    if (place % AT_ONCE === 0) yield;
    const before = taken;
    let visible = 0;
    for (const posting of vocabulary.postings(term)) {
      const number = numbers[documentOf(posting)] ?? -1;
      if (number < 0) continue;
      postings[taken] = withDocument(posting, number);
      taken += 1;
      if (documents[number]?.hidden === false) visible += 1;
    }
    const spelling = vocabulary.spelling(term);
    columns.set([taken - before, visible, spelling.length, charactersOf(spelling)], COLUMNS * place);
    spelt += spelling.length;
  }
  const { words, bytes } = newPart(
    [TERMS, terms.length, taken, spelt],
    columns.length + taken + Math.ceil(spelt / WORD),
  );
  words.set(columns, HEAD);
  words.set(postings.subarray(0, taken), HEAD + columns.length);
  let at = (HEAD + columns.length + taken) * WORD;
  for (const [place, term] of terms.entries()) {
    if (place % AT_ONCE === 0) yield;
    bytes.set(vocabulary.spelling(term), at);
    at += columns[COLUMNS * place + 2] ?? 0;
  }
  yield bytes;
}

/** The length of a string in UTF-16, by its bytes in UTF-8. */
function charactersOf(bytes: Uint8Array): number {
  let characters = 0;
  for (const byte of bytes) characters += byte >= 0xf0 ? 2 : (byte & 0xc0) === 0x80 ? 0 : 1;
  return characters;
}

function* readTerms(index: TenantIndex, words: Uint32Array): Generator<void, void, void> {
  const [, count = 0, all = 0, spelt = 0] = words;
  const postingsAt = HEAD + COLUMNS * count;
  const bytes = bytesOf(words, postingsAt + all, spelt);
  const text = bytes.toString();
  // One object for all of them: hundreds of thousands would hold up the garbage collector.
  const term = {
    bytes,
    start: 0,
    end: 0,
    text: '',
    postings: words,
    first: 0,
    last: postingsAt,
    documents: 0,
  };
  let character = 0;
  for (let place = 0; place < count; place += 1) {
    if (place % AT_ONCE === 0) yield;
    const at = HEAD + COLUMNS * place;
    const next = character + (words[at + 3] ?? 0);
    term.first = term.last;
    term.last += words[at] ?? 0;
    term.documents = words[at + 1] ?? 0;
    term.start = term.end;
    term.end += words[at + 2] ?? 0;
    term.text = text.slice(character, next);
    index.adoptTerm(term);
    character = next;
  }
}

function* documentParts(
  { snapshot: { documents }, terms }: Omit<Kept, 'vocabulary'>,
  bytes: number,
): Generator<Uint8Array | undefined, void, void> {
  let begin = 0;
  let size = 0;
  for (const [place, { packed }] of documents.entries()) {
    size += packed.byteLength + 3 * WORD;
    if (size < bytes && place < documents.length - 1) continue;
    yield* documentsPart(documents.slice(begin, place + 1), terms);
    begin = place + 1;
    size = 0;
  }
}

/**
 * Numbers of documents and words; the ID of each, of eight bytes; its size, doubled, plus 1 if it is hidden; all of
 * them.
 */
function* documentsPart(
  documents: readonly SnapshotDocument[],
  terms: Uint32Array,
): Generator<Uint8Array | undefined, void, void> {
  const { length } = documents;
  const packedWords = documents.reduce((sum, { packed }) => sum + packed.length, 0);
  const { words, bytes } = newPart([DOCUMENTS, length, packedWords], 3 * length + packedWords);
  const ids = idsOf(words, length);
  let at = HEAD + 3 * length;
  for (const [place, { id, hidden, packed }] of documents.entries()) {
    if (place % AT_ONCE === 0) yield;
    ids[place] = id;
    words[HEAD + 2 * length + place] = packed.length * 2 + (hidden ? 1 : 0);
    renumberTerms(packed, terms, words.subarray(at, at + packed.length));
    at += packed.length;
  }
  yield bytes;
}

function* readDocuments(index: TenantIndex, words: Uint32Array): Generator<void, void, void> {
  const [, count = 0] = words;
  const ids = idsOf(words, count);
  let at = HEAD + 3 * count;
  for (let place = 0; place < count; place += 1) {
    if (place % AT_ONCE === 0) yield;
    const size = words[HEAD + 2 * count + place] ?? 0;
    const packed = words.subarray(at, at + (size >>> 1));
    index.adoptDocument({ id: ids[place] ?? -1, hidden: size % 2 === 1, packed });
    at += size >>> 1;
  }
}

function idsOf({ buffer, byteOffset }: Uint32Array, count: number): Float64Array {
  return new Float64Array(buffer, byteOffset + HEAD * WORD, count);
}

function newPart(head: readonly number[], size: number): { words: Uint32Array; bytes: Uint8Array } {
  const words = new Uint32Array(HEAD + size);
  words.set(head);
  return { words, bytes: bytesOf(words, 0, words.byteLength) };
}

function bytesOf({ buffer, byteOffset }: Uint32Array, at: number, length: number): Buffer {
  return Buffer.from(buffer, byteOffset + at * WORD, length);
}

/** A copy if other values share the memory: numbers of eight bytes have to begin at a multiple of eight. */
function wordsOf(part: Uint8Array): Uint32Array {
  const isOwn = part.byteOffset === 0 && part.length === part.buffer.byteLength && part.length % WORD === 0;
  return new Uint32Array(isOwn ? part.buffer : new Uint8Array(part).buffer);
}
