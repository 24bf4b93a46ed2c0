import type { TimeSlice } from '@guidepost/service-kit';
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

/** The documents that have a phrase, and how often, weighted by field: postings as those of a word. */
export async function findPhrase(
  index: TenantIndex,
  { words }: Phrase,
  { slice, size }: PhraseSearch,
): Promise<Uint32Array> {
  const { vocabulary } = index;
  const [rarest] = words.toSorted((some, other) => countOf(some) - countOf(other));
  const found: number[] = [];
  if (!rarest || words.some((terms) => terms.length === 0)) return Uint32Array.from(found);
  const weigh = phraseWeigher(words, vocabulary);
  const seen = new Set<number>();
  for (const term of rarest) {
    for (const posting of vocabulary.postings(term)) {
      const number = documentOf(posting);
      if (number >= size || seen.has(number)) continue;
      const document = index.at(index.numberNow(number, size) ?? -1);
      if (!document) continue;
      seen.add(number);
      const weight = weigh(document);
      if (weight > 0) found.push(postingOf(number, weight));
      if (slice.isOver) await slice.next();
    }
  }
  return Uint32Array.from(found).sort();

  function countOf(terms: readonly Term[]): number {
    return terms.reduce((sum, term) => sum + vocabulary.postings(term).length, 0);
  }
}

/** How often a phrase occurs in a document, weighted by field. */
export function phraseWeigher(
  words: Phrase['words'],
  vocabulary: Pick<KnownWords, 'formOf'>,
): (document: IndexedDocument) => number {
  const wanted = new Map<Term, number[]>();
  for (const [place, terms] of words.entries())
    for (const term of terms) wanted.set(term, [...(wanted.get(term) ?? []), place]);
  return (document) => {
    const found = placesOf(document, wanted);
    if (new Set([...found.values()].flat()).size < words.length) return 0;
    const formOf = document.formAt ?? ((place: number) => vocabulary.formOf(document.terms[place] ?? 0));
    return weighPhrase(document, { length: words.length, found, formOf });
  };
}

/** Which words of the phrase each of a document's words is. */
function placesOf(
  { terms }: IndexedDocument,
  wanted: ReadonlyMap<Term, readonly number[]>,
): Map<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  for (const [place, term] of terms.entries()) {
    const own = wanted.get(term);
    if (own) found.set(place, own);
  }
  return found;
}

interface PhraseInDocument {
  /** Words of the phrase. */
  length: number;
  found: ReadonlyMap<number, readonly number[]>;
  formOf: (place: number) => string;
}

function weighPhrase(
  { lengths, places }: IndexedDocument,
  { length, found, formOf }: PhraseInDocument,
): number {
  const reader = { bytes: places, at: 0 };
  let weight = 0;
  for (const [field, words] of lengths.entries()) {
    // For each beginning of the phrase, whether it ends at the word before.
    let before = new Uint8Array(length);
    let here = new Uint8Array(length);
    // The same of a word with parts, which stands beside them: what follows the last part may continue either.
    let beside = new Uint8Array(length);
    let rest = '';
    for (let word = 0; word < words; word += 1) {
      const place = readVarint(reader);
      here.fill(0);
      for (const at of found.get(place >>> 1) ?? []) here[at] = at === 0 ? 1 : (before[at - 1] ?? 0);
      if (here[length - 1]) weight += fieldWeight(field);
      if (place & 1) {
        [here, beside] = [beside, here];
        rest = formOf(place >>> 1);
        continue;
      }
      if (rest !== '') {
        rest = afterPart(rest, formOf(place >>> 1));
        if (rest === '') for (const [at, ends] of beside.entries()) here[at] ||= ends;
      }
      [before, here] = [here, before];
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
