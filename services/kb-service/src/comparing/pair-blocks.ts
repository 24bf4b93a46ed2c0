import type { Effort } from './match-keys.ts';
import { type Block, type Part, type Run, TOKEN } from './read-blocks.ts';

/** Blocks that stand for each other; either is missing where a block was added or removed. */
export interface Paired {
  before?: Block;
  after?: Block;
}

/** Blocks less similar than this have nothing to do with each other. */
const LEAST_SIMILAR = 0.3;

/** Pairs of blocks whose similarity is looked at between two equal blocks; more are paired by their place. */
const MOST_PAIRS = 20_000;

/** Steps for each pair. */
const COST = 20;

/** Words of a block that are looked at. */
const MOST_WORDS = 200;

/** Parts that an element has once. */
const SINGLE = new Set('caption colgroup figcaption summary tbody tfoot thead'.split(' '));

/** Whether they are the same cell depends on their place rather than on their words. */
const CELLS = new Set(['td', 'th']);

const LETTER = /[\p{L}\p{N}]/u;

/** Pairs blocks that differ: those that are most similar, in order. */
export function pairBlocks(before: readonly Block[], after: readonly Block[], effort: Effort): Paired[] {
  const looks = before.length * after.length;
  if (looks > MOST_PAIRS || looks * COST > effort.left) {
    effort.isSpent = true;
    return pairByPlace(before, after);
  }
  effort.left -= looks * COST;
  const similar = createSimilarity();
  // The best sum of similarities of what follows the first `i` and `j` blocks.
  const best = Array.from({ length: before.length + 1 }, () => Array.from(after, () => 0));
  const sum = (i: number, j: number) => best[i]?.[j] ?? 0;
  const together = (i: number, j: number) => {
    const [one, other] = [before[i], after[j]];
    const similarity = one && other ? similar(one, other) : 0;
    return similarity < LEAST_SIMILAR ? -1 : similarity + sum(i + 1, j + 1);
  };
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = best[i] ?? [];
    for (let j = after.length - 1; j >= 0; j -= 1)
      row[j] = Math.max(together(i, j), sum(i + 1, j), sum(i, j + 1));
  }
  const pairs: Paired[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [one, other] = [before[i], after[j]];
    if (one && other && together(i, j) === sum(i, j)) {
      pairs.push({ before: one, after: other });
      [i, j] = [i + 1, j + 1];
    } else if (one && (!other || sum(i + 1, j) === sum(i, j))) {
      pairs.push({ before: one });
      i += 1;
    } else if (other) {
      pairs.push({ after: other });
      j += 1;
    }
  }
  return pairs;
}

function pairByPlace(before: readonly Block[], after: readonly Block[]): Paired[] {
  const similar = createSimilarity();
  const pairs: Paired[] = [];
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    const [one, other] = [before[index], after[index]];
    if (one && other && similar(one, other) >= LEAST_SIMILAR) pairs.push({ before: one, after: other });
    else {
      if (one) pairs.push({ before: one });
      if (other) pairs.push({ after: other });
    }
  }
  return pairs;
}

/** From 0 to 1; elements with other attributes are different ones, so that their change is seen. */
function createSimilarity(): (one: Block, other: Block) => number {
  const known = new Map<Block, Map<string, number>>();
  const wordsOf = (block: Block) => {
    const words = known.get(block) ?? countWords(block);
    known.set(block, words);
    return words;
  };
  return (one, other) => {
    if (!isSameKind(one, other)) return 0;
    if (one.kind === 'part' && SINGLE.has(one.shell.name)) return 1;
    const shared = dice(wordsOf(one), wordsOf(other));
    return one.kind === 'part' && CELLS.has(one.shell.name) ? LEAST_SIMILAR + shared : shared;
  };
}

function isSameKind(one: Block, other: Block): boolean {
  if (one.kind === 'part' && other.kind === 'part') return one.shell.key === other.shell.key;
  return one.kind === other.kind;
}

/** Sørensen's and Dice's coefficient; pictures and lines without words are similar to each other. */
function dice(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let [shared, all] = [0, 0];
  for (const [word, times] of one) {
    shared += Math.min(times, other.get(word) ?? 0);
    all += times;
  }
  for (const times of other.values()) all += times;
  return all === 0 ? 1 : (2 * shared) / all;
}

function countWords(block: Block): Map<string, number> {
  const counts = new Map<string, number>();
  let left = MOST_WORDS;
  for (const { text } of piecesIn(block)) {
    for (const [word] of text.matchAll(TOKEN)) {
      if (!LETTER.test(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
      left -= 1;
      if (left === 0) return counts;
    }
  }
  return counts;
}

function* piecesIn(block: Run | Part): Generator<Run['pieces'][number]> {
  if (block.kind === 'run') yield* block.pieces;
  else for (const child of block.children) yield* piecesIn(child);
}
