import type { TimeSlice } from '@guidepost/service-kit';
import { fieldWeight } from '../documents/field-weights.ts';
import { readVarint } from '../documents/indexed-words.ts';
import type { IndexedDocument, TenantIndex } from '../memory/tenant-index.ts';
import { documentOf, type Term } from '../memory/vocabulary.ts';
import type { Phrase } from './concept.ts';

interface PhraseSearch {
  slice: TimeSlice;
  /** Numbers of the index when the search began. */
  size: number;
  found: (document: number, weight: number) => void;
}

/** Calls `found` with the documents that have a phrase, and how often, weighted by field. */
export async function findPhrase(
  index: TenantIndex,
  { words }: Phrase,
  { slice, size, found }: PhraseSearch,
): Promise<void> {
  const { vocabulary, documents } = index;
  const [rarest] = words.toSorted((some, other) => countOf(some) - countOf(other));
  if (!rarest || words.some((terms) => terms.length === 0)) return;
  const weigh = phraseWeigher(words);
  const seen = new Set<number>();
  for (const term of rarest) {
    for (const posting of vocabulary.postings(term)) {
      const number = documentOf(posting);
      if (number >= size || seen.has(number)) continue;
      const document = documents[index.numberNow(number, size) ?? -1];
      if (!document) continue;
      seen.add(number);
      const weight = weigh(document);
      if (weight > 0) found(number, weight);
      if (slice.isOver) await slice.next();
    }
  }

  function countOf(terms: readonly Term[]): number {
    return terms.reduce((sum, term) => sum + vocabulary.postings(term).length, 0);
  }
}

/** How often a phrase occurs in a document, weighted by field. */
export function phraseWeigher(words: Phrase['words']): (document: IndexedDocument) => number {
  const places = new Map<Term, number[]>();
  for (const [place, terms] of words.entries())
    for (const term of terms) places.set(term, [...(places.get(term) ?? []), place]);
  return (document) => weighPhrase(document, places, words.length);
}

function weighPhrase(
  { lengths, terms, places }: IndexedDocument,
  wanted: ReadonlyMap<Term, readonly number[]>,
  length: number,
): number {
  const local = new Map<number, readonly number[]>();
  const missing = new Set(Array.from({ length }, (_, at) => at));
  for (let place = 0; place < terms.length; place += 1) {
    const found = wanted.get(terms[place] ?? 0);
    if (!found) continue;
    local.set(place, found);
    for (const at of found) missing.delete(at);
  }
  if (missing.size > 0) return 0;
  const reader = { bytes: places, at: 0 };
  let weight = 0;
  for (const [field, words] of lengths.entries()) {
    // Of each beginning of the phrase, whether it ends at the word before.
    let before = new Uint8Array(length);
    let here = new Uint8Array(length);
    for (let word = 0; word < words; word += 1) {
      const place = readVarint(reader);
      here.fill(0);
      for (const at of local.get(place >>> 1) ?? []) here[at] = at === 0 ? 1 : (before[at - 1] ?? 0);
      if (here[length - 1]) weight += fieldWeight(field);
      // A word with parts stands beside them: what follows it may continue the phrase, and so may its parts.
      if (place & 1 && !here.includes(1)) continue;
      [before, here] = [here, before];
    }
  }
  return weight;
}
