import type { TimeSlice } from '@guidepost/service-kit';
import { documentOf } from '../memory/posting.ts';
import type { TenantIndex } from '../memory/tenant-index.ts';
import type { Concept, Phrase } from './concept.ts';
import { findPhrase } from './find-phrase.ts';

/** A concept of a query, and what documents have of it. */
export interface ListedConcept {
  readonly concept: Concept;
  readonly lists: readonly PostingList[];
}

/** Postings of a word or a phrase, and how many of them have been read. */
export interface PostingList {
  readonly postings: Uint32Array;
  /** What an occurrence is worth. */
  readonly share: number;
  at: number;
}

interface Listing {
  index: TenantIndex;
  /** Numbers of the index when the search began. */
  size: number;
  slice: TimeSlice;
}

export async function listPostings(
  concepts: readonly Concept[],
  { index, size, slice }: Listing,
): Promise<ListedConcept[]> {
  const listed = concepts.map((concept) => ({ concept, lists: listsOf(concept, index) }));
  // A synonym may express several words of the query.
  const found = new Map<Phrase, Uint32Array>();
  for (const { concept, lists } of listed) {
    for (const phrase of concept.phrases) {
      const postings = found.get(phrase) ?? (await findPhrase(index, phrase, { slice, size }));
      found.set(phrase, postings);
      lists.push({ postings, share: phrase.weight, at: 0 });
    }
  }
  return listed;
}

function listsOf({ expressions }: Concept, { vocabulary }: TenantIndex): PostingList[] {
  return Array.from(expressions, ([term, share]) => ({ postings: vocabulary.postings(term), share, at: 0 }));
}

/** The next document of those that have been read least far. */
export function nextDocument(listed: readonly ListedConcept[]): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { lists } of listed)
    for (const { postings, at } of lists)
      if (at < postings.length) next = Math.min(next, documentOf(postings[at] ?? 0));
  return next;
}
