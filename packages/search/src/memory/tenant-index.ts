import { AppError } from '@guidepost/service-kit';
import {
  countTerms,
  countWords,
  createBlocks,
  type DocumentWords,
  hasFacet,
  type PackedDocument,
  packDocument,
  unpackWords,
} from './blocks.ts';
import { fieldWeight, LINE_BREAK, readVarint, type StoredWords } from './indexed-words.ts';
import { MOST_DOCUMENTS } from './number-lists.ts';
import { type KeptTerm, type Term, Vocabulary } from './vocabulary.ts';

/** A document of an index, to rank it more closely than by its postings. */
export interface IndexedDocument extends DocumentWords {
  readonly id: number;
  readonly hidden: boolean;
  /** The form of a word by its place in `terms`, where not all words have a term. */
  readonly formAt?: (place: number) => string;
}

export interface NewDocument {
  id: number;
  hidden: boolean;
  facets: readonly string[];
  words: StoredWords;
}

export interface SnapshotDocument {
  readonly id: number;
  readonly hidden: boolean;
  readonly packed: PackedDocument;
}

/** An index as it was at one moment. */
export interface IndexSnapshot {
  readonly documents: readonly SnapshotDocument[];
  /** The place in `documents` by the number in postings; -1 for one that was replaced or removed. */
  readonly numbers: Int32Array;
  /** In the order of their numbers. */
  readonly facets: readonly string[];
  /** How many terms there were, also those that no document of these has. */
  readonly terms: number;
}

/** A step of putting a document into the index takes less than a millisecond. */
const WORDS_AT_ONCE = 256;

const REMOVED = 0;
export const HIDDEN = 1;
export const VISIBLE = 2;

/** The documents of one tenant, indexed in memory. */
export class TenantIndex {
  readonly vocabulary = new Vocabulary();
  /** The ID of each document, also once replaced or removed. */
  readonly ids: number[] = [];
  /** Words of each document. */
  readonly lengths: number[] = [];
  /** Whether each document is there, and may be found by everyone. */
  readonly states: (typeof REMOVED | typeof HIDDEN | typeof VISIBLE)[] = [];
  /** How many documents there had been when each was replaced or removed. */
  readonly #ends: number[] = [];
  readonly #numbers = new Map<number, number>();
  /** By their number in postings; undefined once replaced or removed. */
  readonly #documents: (PackedDocument | undefined)[] = [];
  readonly #blocks = createBlocks();
  readonly #facets = new Map<string, number>();
  #words = 0;
  #bytes = 0;
  #visible = 0;

  get size(): number {
    return this.#numbers.size;
  }

  /** How many numbers of documents there are, also of those since replaced or removed. */
  get numbers(): number {
    return this.ids.length;
  }

  /** Documents that everyone may find. */
  get visible(): number {
    return this.#visible;
  }

  /** Memory, estimated. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Words of a document that everyone may find, on average. */
  get averageLength(): number {
    return this.#words / this.#visible || 1;
  }

  /** Whether rebuilding would save much memory and time. */
  get isWasteful(): boolean {
    return this.numbers > 1_000 + this.size * 1.5;
  }

  get(id: number): IndexedDocument | undefined {
    return this.at(this.numberOf(id) ?? -1);
  }

  /** Undefined once replaced or removed. */
  at(number: number): IndexedDocument | undefined {
    const packed = this.#documents[number];
    if (!packed) return undefined;
    const { lengths, terms, places } = unpackWords(packed);
    // Listed explicitly: spreading takes as long as the rest.
    return {
      id: this.ids[number] ?? -1,
      hidden: this.states[number] === HIDDEN,
      lengths,
      terms,
      places,
    };
  }

  /** The number of a facet, for {@link hasFacet}; undefined if no document has ever had it. */
  facetNumber(facet: string): number | undefined {
    return this.#facets.get(facet);
  }

  hasFacet(number: number, facet: number | undefined): boolean {
    const packed = this.#documents[number];
    return packed !== undefined && facet !== undefined && hasFacet(packed, facet);
  }

  numberOf(id: number): number | undefined {
    return this.#numbers.get(id);
  }

  /**
   * The present number of a document that had this one when there were `size` numbers: another if it was replaced
   * since, none if it was removed.
   */
  numberNow(number: number, size: number): number | undefined {
    if (this.states[number] !== REMOVED) return number;
    return (this.#ends[number] ?? 0) < size ? undefined : this.#numbers.get(this.ids[number] ?? -1);
  }

  /** Adds a document, or replaces the one with its id. */
  put(document: NewDocument): void {
    const steps = this.putting(document);
    while (!steps.next().done);
  }

  /** The same in steps; searches see the document after the last. No other may be put in between. */
  *putting({ id, hidden, facets, words }: NewDocument): Generator<void, void, void> {
    if (this.numbers === MOST_DOCUMENTS)
      throw new AppError('unavailable', `More than ${MOST_DOCUMENTS} documents cannot be searched.`);
    const { lengths, places, spellings } = words;
    const terms = yield* this.#terms(spellings);
    const weights = weighTerms({ lengths, terms, places });
    const number = this.numbers;
    for (const [place, term] of terms.entries()) {
      if (place % WORDS_AT_ONCE === 0) yield;
      this.vocabulary.post(term, number, weights[place] ?? 0);
    }
    const packed = packDocument(this.#facetNumbers(facets), { lengths, terms, places }, this.#blocks);
    this.#insert(packed, { id, hidden });
  }

  #facetNumbers(facets: readonly string[]): number[] {
    return facets.map((facet) => {
      const number = this.#facets.get(facet) ?? this.#facets.size;
      this.#facets.set(facet, number);
      return number;
    });
  }

  *#terms(spellings: Uint8Array): Generator<void, Uint32Array, void> {
    const terms: Term[] = [];
    const before = this.vocabulary.size;
    for (let start = 0; start < spellings.length; ) {
      if (terms.length % WORDS_AT_ONCE === 0) yield;
      const lineBreak = spellings.indexOf(LINE_BREAK, start);
      const end = lineBreak < 0 ? spellings.length : lineBreak;
      terms.push(this.vocabulary.term({ bytes: spellings, start, end }));
      start = end + 1;
    }
    this.#bytes += (this.vocabulary.size - before) * TERM_BYTES;
    return Uint32Array.from(terms);
  }

  /** The present documents, which stay as they are while others are added and removed. */
  snapshot(): IndexSnapshot {
    const numbers = new Int32Array(this.numbers).fill(-1);
    const documents: SnapshotDocument[] = [];
    for (const [number, packed] of this.#documents.entries()) {
      if (!packed) continue;
      numbers[number] = documents.length;
      const id = this.ids[number] ?? -1;
      documents.push({ id, hidden: this.states[number] === HIDDEN, packed });
    }
    return { documents, numbers, facets: [...this.#facets.keys()], terms: this.vocabulary.size };
  }

  /** Adds a word that is not there yet to an index that is read; documents of the postings follow. */
  adoptTerm(term: KeptTerm): void {
    this.vocabulary.adopt(term);
    this.#bytes += TERM_BYTES;
  }

  /** Adds a document whose postings are there, as it was packed. */
  adoptDocument({ id, hidden, packed }: SnapshotDocument): void {
    const words = countWords(packed);
    this.#append(packed, { id, hidden, words });
    if (hidden) return;
    this.#visible += 1;
    this.#words += words;
  }

  adoptFacets(facets: readonly string[]): void {
    this.#facetNumbers(facets);
  }

  remove(id: number): void {
    const number = this.#numbers.get(id);
    const packed = number === undefined ? undefined : this.#documents[number];
    if (number === undefined || !packed) return;
    if (this.states[number] === VISIBLE) this.#count(unpackWords(packed), -1);
    this.#documents[number] = undefined;
    this.states[number] = REMOVED;
    this.#ends[number] = this.numbers;
    this.#bytes -= contentBytes(packed);
    this.#numbers.delete(id);
  }

  #insert(packed: PackedDocument, { id, hidden }: Pick<NewDocument, 'id' | 'hidden'>): void {
    this.remove(id);
    const words = unpackWords(packed);
    this.#append(packed, { id, hidden, words: wordsOf(words) });
    if (!hidden) this.#count(words, 1);
  }

  #append(
    packed: PackedDocument,
    { id, hidden, words }: Pick<NewDocument, 'id' | 'hidden'> & { words: number },
  ): void {
    this.#numbers.set(id, this.numbers);
    this.#documents.push(packed);
    this.ids.push(id);
    this.#ends.push(MOST_DOCUMENTS);
    this.states.push(hidden ? HIDDEN : VISIBLE);
    this.lengths.push(words);
    this.#bytes += contentBytes(packed) + countTerms(packed) * POSTING_BYTES;
  }

  #count(words: DocumentWords, by: number): void {
    const { documents } = this.vocabulary;
    this.#visible += by;
    this.#words += by * wordsOf(words);
    for (const term of words.terms) documents[term] = (documents[term] ?? 0) + by;
  }
}

/** Words of a document, in all fields. */
export function wordsOf({ lengths }: Pick<DocumentWords, 'lengths'>): number {
  return lengths.reduce((sum, words) => sum + words, 0);
}

/** Occurrences of each of a document's words, weighted by field. */
function weighTerms({ lengths, terms, places }: DocumentWords): Uint32Array {
  const weights = new Uint32Array(terms.length);
  const reader = { bytes: places, at: 0 };
  for (const [field, length] of lengths.entries()) {
    const weight = fieldWeight(field);
    for (let word = 0; word < length; word += 1) {
      const place = readVarint(reader) >>> 1;
      weights[place] = (weights[place] ?? 0) + weight;
    }
  }
  return weights;
}

const TERM_BYTES = 270;
const POSTING_BYTES = 5;
/** Memory of a document beside its words: places in columns, and the view of its block. */
const DOCUMENT_BYTES = 200;

/** The memory that is freed when the document is replaced or removed. */
function contentBytes(packed: PackedDocument): number {
  return DOCUMENT_BYTES + packed.byteLength;
}
