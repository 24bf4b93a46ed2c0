import type { TimeSlice } from '@guidepost/service-kit';
import { LRUCache } from 'lru-cache';
import { fieldWeight, readVarint } from '../memory/indexed-words.ts';
import { documentOf, postingOf } from '../memory/number-lists.ts';
import type { IndexedDocument, TenantIndex } from '../memory/tenant-index.ts';
import type { Phrase } from './concept.ts';
import type { KnownWords, Term } from './known-words.ts';

interface PhraseSearch {
  slice: TimeSlice;
  /** Numbers of the index when the search began. */
  size: number;
}

/** Where a phrase stands among the first documents of an index. */
interface FoundPhrase {
  size: number;
  postings: Uint32Array;
}

/** Phrases by their terms. */
type FoundPhrases = LRUCache<string, FoundPhrase>;

const foundPhrases = new WeakMap<TenantIndex, FoundPhrases>();
const MOST_PHRASES = 2_000;
/** Postings that phrases keep, for each document of the index: 32 bytes of some 3,000. */
const MOST_POSTINGS = 8;
/** A key takes a quarter of a posting for each character, and an entry some 30. */
const ENTRY_POSTINGS = 30;

/**
 * The documents that have a phrase, and how often, weighted by field: postings as those of a word. Everyday synonyms
 * ask for the same phrases again and again; since numbers only grow, just new documents are read for them.
 */
export async function findPhrase(
  index: TenantIndex,
  { words }: Phrase,
  { slice, size }: PhraseSearch,
): Promise<Uint32Array> {
  const phrases = foundPhrases.get(index) ?? newPhrases(index);
  const key = words.map((terms) => terms.join(' ')).join(',');
  const known = phrases.get(key);
  const added: number[] = [];
  const weigh = phraseWeigher(words, index.vocabulary);
  for (const number of documentsWithAll(words, index, { from: known?.size ?? 0, size })) {
    const document = index.at(index.numberNow(number, size) ?? -1);
    const weight = document ? weigh(document) : 0;
    if (weight > 0) added.push(postingOf(number, weight));
    if (slice.isOver) await slice.next();
  }
  const postings = Uint32Array.from([...(known?.postings ?? []), ...added.sort((a, b) => a - b)]);
  // Another search may have read further meanwhile.
  if ((phrases.get(key)?.size ?? 0) <= size) phrases.set(key, { size, postings });
  return postings;
}

function newPhrases(index: TenantIndex): FoundPhrases {
  const phrases: FoundPhrases = new LRUCache({
    max: MOST_PHRASES,
    maxSize: MOST_POSTINGS * Math.max(index.numbers, MOST_PHRASES),
    sizeCalculation: ({ postings }, key) => Math.ceil(ENTRY_POSTINGS + key.length / 4 + postings.length),
  });
  foundPhrases.set(index, phrases);
  return phrases;
}

/** By document, how many words of the phrase at hand it has, rarest first. Zeros between two phrases. */
let met = new Uint8Array(1_024);

/** The numbers of documents with each word: comparing postings is far cheaper than reading documents. */
function documentsWithAll(
  words: Phrase['words'],
  { vocabulary }: TenantIndex,
  { from, size }: { from: number; size: number },
): number[] {
  if (from >= size) return [];
  const countOf = (terms: readonly Term[]) =>
    terms.reduce((sum, term) => sum + vocabulary.postings(term).length, 0);
  const ordered = words.toSorted((some, other) => countOf(some) - countOf(other));
  const [rarest = []] = ordered;
  if (met.length < size) met = new Uint8Array(2 * size);
  for (const [place, terms] of ordered.entries())
    for (const term of terms) meet(vocabulary.postings(term), place, size);
  const found: number[] = [];
  for (const term of rarest) {
    for (const posting of vocabulary.postings(term)) {
      const number = documentOf(posting);
      if (met[number] === words.length && number >= from && number < size) found.push(number);
      met[number] = 0;
    }
  }
  return found;
}

function meet(postings: Uint32Array, place: number, size: number): void {
  for (let at = 0; at < postings.length; at += 1) {
    const number = documentOf(postings[at] ?? 0);
    if (number < size && met[number] === place) met[number] = place + 1;
  }
}

/** Words of a phrase that are compared; each has a bit. */
const MOST_WORDS = 31;

/** How often a phrase occurs in a document, weighted by field. */
export function phraseWeigher(
  words: Phrase['words'],
  vocabulary: Pick<KnownWords, 'formOf'>,
): (document: IndexedDocument) => number {
  const compared = words.slice(0, MOST_WORDS);
  const all = 2 ** compared.length - 1;
  const wanted = bitsOfTerms(compared);
  return (document) => {
    if (placeBits(document, wanted) !== all) return 0;
    const formOf = document.formAt ?? ((place: number) => vocabulary.formOf(document.terms[place] ?? 0));
    return weighPhrase(document, 2 ** (compared.length - 1), formOf);
  };
}

/** Entries of a table that terms share: most words of a document are in no phrase, and looking them up takes longer. */
const FILTER = 512;

/** The places in a phrase, as bits, of each term; 0 at `term % FILTER` for most others. */
interface TermBits {
  readonly ofTerm: ReadonlyMap<Term, number>;
  readonly mayBe: Uint8Array;
}

function bitsOfTerms(words: Phrase['words']): TermBits {
  const ofTerm = new Map<Term, number>();
  const mayBe = new Uint8Array(FILTER);
  for (const [place, terms] of words.entries()) {
    for (const term of terms) {
      ofTerm.set(term, (ofTerm.get(term) ?? 0) | (1 << place));
      mayBe[term % FILTER] = 1;
    }
  }
  return { ofTerm, mayBe };
}

/** By the words of the document at hand, their places in the phrase as bits. */
let bits = new Int32Array(512);

/** Sets the bits of a document's words. @returns those of all of them */
function placeBits({ terms }: IndexedDocument, { ofTerm, mayBe }: TermBits): number {
  if (bits.length < terms.length) bits = new Int32Array(2 * terms.length);
  let all = 0;
  for (let place = 0; place < terms.length; place += 1) {
    const term = terms[place] ?? 0;
    const own = mayBe[term % FILTER] === 1 ? (ofTerm.get(term) ?? 0) : 0;
    bits[place] = own;
    all |= own;
  }
  return all;
}

/**
 * Bit n of a number stands for the first n + 1 words of the phrase, which end at a word of the document: the shift-and
 * of Baeza-Yates and Gonnet.
 * @param whole the bit of the last word
 */
function weighPhrase(
  { lengths, places }: IndexedDocument,
  whole: number,
  formOf: (place: number) => string,
): number {
  const reader = { bytes: places, at: 0 };
  let weight = 0;
  for (const [field, words] of lengths.entries()) {
    let before = 0;
    // The same of a word with parts, which stands beside them: what follows the last part may continue either.
    let beside = 0;
    let rest = '';
    for (let word = 0; word < words; word += 1) {
      const place = readVarint(reader);
      let here = ((before << 1) | 1) & (bits[place >>> 1] ?? 0);
      if (here & whole) weight += fieldWeight(field);
      if (place & 1) {
        beside = here;
        rest = formOf(place >>> 1);
        continue;
      }
      if (rest !== '') {
        rest = afterPart(rest, formOf(place >>> 1));
        if (rest === '') here |= beside;
      }
      before = here;
    }
  }
  return weight;
}

/** The rest of a word after one of its parts, in order; empty after the last. */
function afterPart(word: string, part: string): string {
  const at = word.indexOf(part);
  const rest = at < 0 ? '' : word.slice(at + part.length);
  return /[\p{L}\p{N}]/u.test(rest) ? rest : '';
}
