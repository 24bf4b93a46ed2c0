/** How much a document's length reduces the weight of its words; 0 would not at all. */
const LENGTH_MATTERS = 0.4;

/** By which occurrences in a document of this many words are divided. */
export function lengthShare(words: number, average: number): number {
  return 1 - LENGTH_MATTERS + (LENGTH_MATTERS * words) / average;
}

/** Occurrences after which a further one adds half as much (k1 of BM25). */
const SATURATION = 1.2;

/** What occurrences add in a document of this length, as `lengthShare` gives it: from 0 to 2.2. */
export function saturate(weight: number, length = 1): number {
  return (weight * (SATURATION + 1)) / (weight + SATURATION * length);
}
