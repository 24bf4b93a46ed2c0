import type { TimeSlice } from '@guidepost/service-kit';
import { MOST_DOCUMENTS } from '../memory/number-lists.ts';
import { MATCHED_AT_ONCE, type Matches } from './score-matches.ts';

/** Looking at the clock takes as long as looking at some keys. */
const CHECKED_EVERY = 1_024;

/** Sorting this many keys takes less than a millisecond. */
const RUN = 8_192;

const HIGHEST_SCORE = 0x7fffffff;

/** Keeps the best of matches. */
export interface BestFirst {
  /** How many there were in all. */
  readonly total: number;
  /** Sometimes takes its time. */
  add(matches: Matches): Promise<void> | undefined;
  /** Their numbers in order. */
  numbers(): Promise<number[]>;
}

/** @param size no number is as high */
export function createBestFirst(
  { wanted, size }: { wanted: number; size: number },
  slice: TimeSlice,
): BestFirst {
  const most = Math.min(wanted, size);
  // Sorting some now and then is faster than sorting all.
  const full = Math.min(size, 4 * most);
  const keys = new Float64Array(full + MATCHED_AT_ONCE);
  let length = 0;
  let total = 0;
  let last = Number.POSITIVE_INFINITY;
  /** The score of the last; others with less are not kept. */
  let least = 0;

  async function sort(): Promise<void> {
    const sorted = await sortInSlices(keys.subarray(0, length), slice);
    keys.set(sorted.subarray(0, most));
    if (length < most) return;
    length = most;
    last = keys[most - 1] ?? last;
    least = scoreOf(last);
  }

  return {
    get total() {
      return total;
    },
    add({ count, numbers, scores }) {
      total += count;
      for (let place = 0; place < count; place += 1) {
        const score = scores[place] ?? 0;
        if (score < least) continue;
        const key = keyOf(score, numbers[place] ?? 0);
        if (key > last) continue;
        keys[length] = key;
        length += 1;
      }
      return length >= full ? sort() : undefined;
    },
    async numbers() {
      await sort();
      return Array.from(keys.subarray(0, length), (key) => key % MOST_DOCUMENTS);
    },
  };
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** A number that is in order when the matches are: a positive score has 31 bits, a document 22. */
function keyOf(score: number, number: number): number {
  float[0] = score;
  return (HIGHEST_SCORE - (bits[0] ?? 0)) * MOST_DOCUMENTS + number;
}

function scoreOf(key: number): number {
  bits[0] = HIGHEST_SCORE - Math.floor(key / MOST_DOCUMENTS);
  return float[0] ?? 0;
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
