import { diffArrays } from 'diff';

/** The rest of the work that a comparison may take, however different the texts are. */
export interface Effort {
  left: number;
  /** Whether something was given up: what is there on one side only may be there on both. */
  isSpent: boolean;
}

/** Indexes of equal keys in both lists; each pair comes after the one before it in both. */
export type Matches = [before: number, after: number][];

/** Steps for all of a comparison: less than a second. */
const EFFORT = 20_000_000;

/** Differences that are looked for between two unique keys; takes the square of it. */
const MOST_DIFFERENCES = 2_000;

const DEEPEST = 20;

interface Range {
  from: number;
  to: number;
}

export function startEffort(): Effort {
  return { left: EFFORT, isSpent: false };
}

/**
 * Finds what two lists have in common. First, keys that are unique on both sides divide the lists (patience diff),
 * which takes little more than linear time; then Myers' algorithm compares what is between them.
 */
export function matchKeys(before: readonly number[], after: readonly number[], effort: Effort): Matches {
  const matches: Matches = [];

  function match(one: Range, other: Range, depth: number): void {
    const [start, end] = [{ ...one }, { ...other }];
    while (start.from < start.to && end.from < end.to && before[start.from] === after[end.from])
      matches.push([start.from++, end.from++]);
    const tail: Matches = [];
    while (start.from < start.to && end.from < end.to && before[start.to - 1] === after[end.to - 1])
      tail.push([--start.to, --end.to]);
    if (start.from < start.to && end.from < end.to) divide(start, end, depth);
    for (const pair of tail.reverse()) matches.push(pair);
  }

  function divide(one: Range, other: Range, depth: number): void {
    const anchors = depth < DEEPEST ? findAnchors(one, other) : [];
    if (anchors.length === 0) {
      compare(one, other);
      return;
    }
    let [from, to] = [one.from, other.from];
    for (const [index, at] of anchors) {
      match({ from, to: index }, { from: to, to: at }, depth + 1);
      matches.push([index, at]);
      [from, to] = [index + 1, at + 1];
    }
    match({ from, to: one.to }, { from: to, to: other.to }, depth + 1);
  }

  function findAnchors(one: Range, other: Range): Matches {
    const places = uniquePlaces(after, other);
    const unique = uniquePlaces(before, one);
    const pairs: Matches = [];
    for (const [key, index] of unique) {
      const at = places.get(key);
      if (at !== undefined) pairs.push([index, at]);
    }
    return longestIncreasing(pairs);
  }

  function compare(one: Range, other: Range): void {
    const [here, there] = [commonPlaces(before, one, after, other), commonPlaces(after, other, before, one)];
    if (here.length === 0 || there.length === 0) return;
    const most = Math.min(here.length + there.length, MOST_DIFFERENCES, Math.floor(Math.sqrt(effort.left)));
    const keys = [here.map((index) => before[index]), there.map((index) => after[index])] as const;
    const changes = diffArrays(keys[0], keys[1], { maxEditLength: most });
    let [i, j, differences] = [0, 0, 0];
    for (const { added, removed, value } of changes ?? []) {
      if (added) j += value.length;
      else if (removed) i += value.length;
      else for (let left = value.length; left > 0; left -= 1) matches.push([here[i++] ?? 0, there[j++] ?? 0]);
      if (added || removed) differences += value.length;
    }
    if (!changes) effort.isSpent = true;
    effort.left -= (changes ? differences : most) ** 2 + here.length + there.length;
    effort.left = Math.max(effort.left, 0);
  }

  match({ from: 0, to: before.length }, { from: 0, to: after.length }, 0);
  return matches;
}

/** Where the keys are that occur once in a part of a list, in order. */
function uniquePlaces(keys: readonly number[], { from, to }: Range): Map<number, number> {
  const places = new Map<number, number>();
  for (let index = from; index < to; index += 1) {
    const key = keys[index] ?? 0;
    places.set(key, places.has(key) ? -1 : index);
  }
  for (const [key, place] of places) if (place === -1) places.delete(key);
  return places;
}

/** Places of keys that also occur in the part of the other list. */
function commonPlaces(
  keys: readonly number[],
  range: Range,
  others: readonly number[],
  other: Range,
): number[] {
  const known = new Set(others.slice(other.from, other.to));
  const places: number[] = [];
  for (let index = range.from; index < range.to; index += 1) {
    if (known.has(keys[index] ?? 0)) places.push(index);
  }
  return places;
}

/** The longest part of pairs, ordered by the first number, that is also ordered by the second. */
function longestIncreasing(pairs: Matches): Matches {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, [, at]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const chosen: Matches = [];
  for (let index = ends.at(-1) ?? -1; index !== -1; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
}
