import { AppError } from '@guidepost/service-kit';
import { fieldWeight } from '../documents/field-weights.ts';
import { LINE_BREAK, readVarint, type StoredWords } from '../documents/indexed-words.ts';
import { MOST_DOCUMENTS, type Term, Vocabulary } from './vocabulary.ts';

/** A document of an index, kept to rank it more closely than by its postings. */
export interface IndexedDocument {
  readonly id: number;
  readonly hidden: boolean;
  readonly facets: readonly string[];
  readonly lengths: readonly number[];
  /** Its distinct words; `places` refers to them. */
  readonly terms: Uint32Array;
  readonly places: Uint8Array;
}

export interface NewDocument {
  id: number;
  hidden: boolean;
  facets: readonly string[];
  words: StoredWords;
}

/** A step of putting a document into the index takes less than a millisecond. */
const WORDS_AT_ONCE = 256;

const REMOVED = 0;
export const HIDDEN = 1;
export const VISIBLE = 2;

/** The documents of one tenant, indexed in memory. */
export class TenantIndex {
  readonly vocabulary = new Vocabulary();
  /** By their number in postings; undefined once replaced or removed. */
  readonly documents: (IndexedDocument | undefined)[] = [];
  /** Of each document, also once replaced or removed. */
  readonly ids: number[] = [];
  /** Words of each document. */
  readonly lengths: number[] = [];
  /** Whether each document is there, and may be found by everyone. */
  readonly states: (typeof REMOVED | typeof HIDDEN | typeof VISIBLE)[] = [];
  /** How many documents there had been when each was replaced or removed. */
  readonly #ends: number[] = [];
  readonly #numbers = new Map<number, number>();
  #words = 0;
  #bytes = 0;
  #visible = 0;

  get size(): number {
    return this.#numbers.size;
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
    return this.documents.length > 1_000 + this.size * 1.5;
  }

  get(id: number): IndexedDocument | undefined {
    return this.documents[this.numberOf(id) ?? -1];
  }

  numberOf(id: number): number | undefined {
    return this.#numbers.get(id);
  }

  /**
   * The present number of a document that had this one when there were `size` numbers: another if it was replaced since,
   * none if it was removed.
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
    if (this.documents.length === MOST_DOCUMENTS)
      throw new AppError('unavailable', `More than ${MOST_DOCUMENTS} documents cannot be searched.`);
    const { lengths, places, spellings } = words;
    const terms = yield* this.#terms(spellings);
    const document = { id, hidden, facets, lengths, terms, places: new Uint8Array(places) };
    const weights = weighTerms(document);
    const number = this.documents.length;
    for (const [place, term] of terms.entries()) {
      if (place % WORDS_AT_ONCE === 0) yield;
      this.vocabulary.post(term, number, weights[place] ?? 0);
    }
    this.#insert(document);
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

  remove(id: number): void {
    const number = this.#numbers.get(id);
    const document = number === undefined ? undefined : this.documents[number];
    if (number === undefined || !document) return;
    this.documents[number] = undefined;
    this.states[number] = REMOVED;
    this.#ends[number] = this.documents.length;
    this.#bytes -= contentBytes(document);
    this.#numbers.delete(id);
    if (!document.hidden) this.#count(document, -1);
  }

  #insert(document: IndexedDocument): void {
    this.remove(document.id);
    const number = this.documents.length;
    this.documents.push(document);
    this.ids.push(document.id);
    this.#ends.push(MOST_DOCUMENTS);
    this.states.push(document.hidden ? HIDDEN : VISIBLE);
    this.lengths.push(wordsOf(document));
    this.#numbers.set(document.id, number);
    this.#bytes += contentBytes(document) + postingBytes(document);
    if (!document.hidden) this.#count(document, 1);
  }

  #count(document: IndexedDocument, by: number): void {
    const { documents } = this.vocabulary;
    this.#visible += by;
    this.#words += by * wordsOf(document);
    for (const term of document.terms) documents[term] = (documents[term] ?? 0) + by;
  }
}

/** Words of a document, in all fields. */
export function wordsOf({ lengths }: IndexedDocument): number {
  return lengths.reduce((sum, words) => sum + words, 0);
}

/** Occurrences of each of a document's words, weighted by field. */
function weighTerms({ lengths, terms, places }: IndexedDocument): Uint32Array {
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

const OBJECT_BYTES = 400;
const TERM_BYTES = 500;

/** What is freed when the document is replaced or removed. */
function contentBytes({ terms, places }: IndexedDocument): number {
  return OBJECT_BYTES + terms.length * 4 + places.length;
}

function postingBytes({ terms }: IndexedDocument): number {
  return terms.length * 5;
}
