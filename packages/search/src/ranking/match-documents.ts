import type { TimeSlice } from '@guidepost/service-kit';
import { documentOf } from '../memory/number-lists.ts';
import type { TenantIndex } from '../memory/tenant-index.ts';
import type { Concept } from './concept.ts';
import {
  type ListedConcept,
  listPostings,
  MATCHED_AT_ONCE,
  type MarkedConcept,
  type Matches,
  nextDocument,
  type PostingList,
  scoreStretch,
  takeMatches,
} from './score-matches.ts';

export interface Matching {
  /** Which documents may be results. */
  readonly acceptance: Acceptance;
  readonly slice: TimeSlice;
}

export interface Acceptance {
  /** `HIDDEN` or `VISIBLE`. */
  readonly least: number;
  /** Undefined: all. */
  readonly accepts: ((number: number) => boolean) | undefined;
}

/**
 * Finds the documents that have a concept that finds, and each concept that is required. Others, which most documents
 * have, only count when the best are ranked closely.
 * @param use reads some matches at once: other searches overwrite them
 */
export async function matchDocuments(
  { index, concepts }: { index: TenantIndex; concepts: readonly Concept[] },
  { acceptance, slice }: Matching,
  use: (matches: Matches) => Promise<void> | undefined,
): Promise<void> {
  // Documents may be added while this waits; they are for the next search, unless they replace others.
  const size = index.numbers;
  const matched = concepts.filter(({ finds, isRequired }) => finds || isRequired);
  const listed = await listPostings(matched, { index, size, slice });
  const match = createMatching(index, { listed, acceptance, size });
  for (let begin = nextDocument(listed); begin < size; begin = nextDocument(listed)) {
    const used = use(match(begin));
    if (used) await used;
    if (slice.isOver) await slice.next();
  }
}

/** The mark of documents that have a concept that finds. */
const FOUND = 1;

interface Matched {
  listed: readonly ListedConcept[];
  acceptance: Acceptance;
  size: number;
}

/** @returns a function that matches the documents from a number on */
function createMatching(
  index: TenantIndex,
  { listed, acceptance: { least, accepts }, size }: Matched,
): (begin: number) => Matches {
  const { states, averageLength } = index;
  const marked = withMarks(listed);
  const needed = marked.reduce((all, { concept, mark }) => (concept.isRequired ? all | mark : all), FOUND);
  const most = informationIn(listed, size);
  const usual = accepts ? Number.POSITIVE_INFINITY : least;

  function isAccepted(number: number): boolean {
    const now = index.numberNow(number, size);
    return now !== undefined && (states[now] ?? 0) >= least && (!accepts || accepts(now));
  }

  return (begin) => {
    const stretch = { begin, end: Math.min(begin + MATCHED_AT_ONCE, size) };
    const count = scoreStretch(marked, stretch, { lengths: index.lengths, averageLength });
    return takeMatches({ count, needed, most, usual, states, isAccepted }, begin);
  };
}

/** A bit for each concept that is required, and one for those that find. */
function withMarks(listed: readonly ListedConcept[]): MarkedConcept[] {
  let next = FOUND;
  return listed.map((one) => {
    if (one.concept.isRequired) next *= 2;
    const own = one.concept.isRequired ? next : 0;
    return { ...one, mark: own | (one.concept.finds ? FOUND : 0) };
  });
}

/** The information of the concepts that any document has. */
function informationIn(listed: readonly ListedConcept[], size: number): number {
  const isIn = ({ postings: [first] }: PostingList) => first !== undefined && documentOf(first) < size;
  const known = listed.filter(({ lists }) => lists.some(isIn));
  return known.reduce((sum, { concept }) => sum + concept.information, 0);
}
