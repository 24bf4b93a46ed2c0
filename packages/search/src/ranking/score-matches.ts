import type { TimeSlice } from '@guidepost/service-kit';
import { documentOf, weightOf } from '../memory/number-lists.ts';
import type { TenantIndex } from '../memory/tenant-index.ts';
import { type Concept, lengthShare, type Phrase, saturate } from './concept.ts';
import { findPhrase } from './find-phrase.ts';

/** Documents are matched this many at a time, so that notes about them stay in the processor's nearest cache. */
export const MATCHED_AT_ONCE = 2_048;

/** Some results of a query, by their numbers when matching began, with a first score (BM25). */
export interface Matches {
  count: number;
  readonly numbers: Uint32Array;
  readonly scores: Float32Array;
}

/** Documents that are matched together: from a number to before another. */
export interface Stretch {
  readonly begin: number;
  readonly end: number;
}

/** A concept with the bits that documents get which have it. */
export interface MarkedConcept extends ListedConcept {
  readonly mark: number;
}

// By the place of a document in its stretch, and lists of such places. All weights, scores and marks are 0 between two
// stretches. Typed arrays that are constants of the module of a loop, outside any closure, halve its time.
const weights = new Float32Array(MATCHED_AT_ONCE);
const weighed = new Uint16Array(MATCHED_AT_ONCE + 1);
const scores = new Float32Array(MATCHED_AT_ONCE);
const information = new Float32Array(MATCHED_AT_ONCE);
const marks = new Uint32Array(MATCHED_AT_ONCE);
const marked = new Uint16Array(MATCHED_AT_ONCE + 1);

const matches: Matches = {
  count: 0,
  numbers: new Uint32Array(MATCHED_AT_ONCE),
  scores: new Float32Array(MATCHED_AT_ONCE),
};

interface Lengths {
  readonly lengths: readonly number[];
  readonly averageLength: number;
}

/** Scores the documents of a stretch. @returns how many have any of the concepts */
export function scoreStretch(concepts: readonly MarkedConcept[], stretch: Stretch, lengths: Lengths): number {
  let count = 0;
  for (const { concept, lists, mark } of concepts) {
    let found = 0;
    for (const list of lists) found = weigh(list, stretch, found);
    count = score({ found, count, mark, information: concept.information }, stretch, lengths);
  }
  return count;
}

/** Adds up what expresses a concept. @returns how many documents have any, `found` included */
function weigh(list: PostingList, { begin, end }: Stretch, found: number): number {
  const { postings, share } = list;
  let { at } = list;
  let count = found;
  for (; at < postings.length; at += 1) {
    const posting = postings[at] ?? 0;
    if (documentOf(posting) >= end) break;
    const place = documentOf(posting) - begin;
    const before = weights[place] ?? 0;
    weighed[count] = place;
    count += before === 0 ? 1 : 0;
    weights[place] = before + weightOf(posting) * share;
  }
  list.at = at;
  return count;
}

interface FoundConcept {
  found: number;
  count: number;
  mark: number;
  information: number;
}

/** Scores the documents that were weighed. @returns how many have this concept or one before */
function score(
  { found, count, mark, information: own }: FoundConcept,
  { begin }: Stretch,
  { lengths, averageLength }: Lengths,
): number {
  let met = count;
  for (let at = 0; at < found; at += 1) {
    const place = weighed[at] ?? 0;
    const length = lengthShare(lengths[begin + place] ?? 0, averageLength);
    scores[place] = (scores[place] ?? 0) + own * saturate(weights[place] ?? 0, length);
    information[place] = (information[place] ?? 0) + own;
    weights[place] = 0;
    marked[met] = place;
    met += marks[place] === 0 ? 1 : 0;
    marks[place] = (marks[place] ?? 0) | mark;
  }
  return met;
}

export interface Taking {
  count: number;
  /** The bits that results have. */
  needed: number;
  /** The information of all concepts. */
  most: number;
  /** The state of documents that are accepted at once. */
  usual: number;
  states: readonly number[];
  isAccepted: (number: number) => boolean;
}

/** The results among the documents that were scored, until the next stretch, of this search or another. */
export function takeMatches(
  { count, needed, most, usual, states, isAccepted }: Taking,
  begin: number,
): Matches {
  const { numbers, scores: taken } = matches;
  let accepted = 0;
  for (let at = 0; at < count; at += 1) {
    const place = marked[at] ?? 0;
    const number = begin + place;
    if (((marks[place] ?? 0) & needed) === needed && ((states[number] ?? 0) >= usual || isAccepted(number))) {
      numbers[accepted] = number;
      taken[accepted] = (scores[place] ?? 0) * (1 + (information[place] ?? 0) / most);
      accepted += 1;
    }
    scores[place] = 0;
    information[place] = 0;
    marks[place] = 0;
  }
  matches.count = accepted;
  return matches;
}

/** A concept of a query, and what documents have of it. */
export interface ListedConcept {
  readonly concept: Concept;
  readonly lists: readonly PostingList[];
}

/** Postings of a word or a phrase, and how many of them have been read. */
export interface PostingList {
  readonly postings: Uint32Array;
  /** The worth of an occurrence. */
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
