import { startTimeSlice, type TimeSlice } from '@guidepost/service-kit';
import { MOST_DOCUMENTS } from '../memory/vocabulary.ts';
import type { Matches } from './match-documents.ts';

/** Looking at the clock takes as long as looking at some keys. */
const CHECKED_EVERY = 1_024;

/** Sorting this many keys takes less than a millisecond. */
const RUN = 8_192;

const HIGHEST_SCORE = 0x7fffffff;

/** The numbers of the best matches in order. */
export async function bestFirst(
  matches: Matches,
  wanted: number,
  slice: TimeSlice = startTimeSlice(),
): Promise<number[]> {
  const { numbers } = matches;
  const keyOf = createKeys(matches);
  // Sorting some now and then is faster than sorting all.
  const best = new Float64Array(Math.min(numbers.length, 4 * wanted) + 1);
  let length = 0;
  let last = Number.POSITIVE_INFINITY;
  for (let place = 0; place < numbers.length; place += 1) {
    if (place % CHECKED_EVERY === 0 && slice.isOver) await slice.next();
    const key = keyOf(numbers[place] ?? 0);
    if (key > last) continue;
    best[length] = key;
    length += 1;
    if (length < best.length) continue;
    best.set((await sortInSlices(best, slice)).subarray(0, wanted));
    length = wanted;
    last = best[wanted - 1] ?? last;
  }
  const sorted = await sortInSlices(best.subarray(0, length), slice);
  return Array.from(sorted.subarray(0, wanted), (key) => key % MOST_DOCUMENTS);
}

/** Numbers that are in order when the matches are: a positive score has 31 bits, a document 22. */
function createKeys({ scores }: Matches): (number: number) => number {
  const bits = new Uint32Array(scores.buffer, scores.byteOffset, scores.length);
  return (number) => (HIGHEST_SCORE - (bits[number] ?? 0)) * MOST_DOCUMENTS + number;
}

/** Sorts runs, then merges them two by two; may overwrite the keys. */
async function sortInSlices(keys: Float64Array, slice: TimeSlice): Promise<Float64Array> {
  for (let begin = 0; begin < keys.length; begin += RUN) {
    if (slice.isOver) await slice.next();
    keys.subarray(begin, begin + RUN).sort();
  }
  let from = keys;
  let to = keys.length > RUN ? new Float64Array(keys.length) : keys;
  for (let width = RUN; width < keys.length; width *= 2) {
    for (let begin = 0; begin < keys.length; begin += 2 * width)
      await merge({ from, to, begin, middle: Math.min(begin + width, keys.length) }, slice);
    [from, to] = [to, from];
  }
  return from;
}

interface Runs {
  from: Float64Array;
  to: Float64Array;
  begin: number;
  middle: number;
}

/** Merges the run before `middle` with the one after it. */
async function merge({ from, to, begin, middle }: Runs, slice: TimeSlice): Promise<void> {
  const end = Math.min(2 * middle - begin, from.length);
  let left = begin;
  let right = middle;
  for (let place = begin; place < end; place += 1) {
    if (place % CHECKED_EVERY === 0 && slice.isOver) await slice.next();
    const isLeft = left < middle && (right >= end || (from[left] ?? 0) <= (from[right] ?? 0));
    to[place] = (isLeft ? from[left] : from[right]) ?? 0;
    if (isLeft) left += 1;
    else right += 1;
  }
}
