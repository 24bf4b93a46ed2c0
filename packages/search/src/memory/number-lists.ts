import { LARGEST_BLOCK, LARGEST_PART, nextBlock } from './blocks.ts';

/** Lists of numbers of four bytes. */
export interface NumberLists {
  /** Begins a list, empty or with part of these numbers; they are numbered from 0. */
  add(numbers?: Uint32Array, start?: number, end?: number): void;
  push(list: number, value: number): void;
  /** The numbers of a list so far. Once the lists are shared, they stay as they are while the list grows. */
  of(list: number): Uint32Array;
  /** Call before a list is read while others may grow: memory that a list outgrows is not used again from then on. */
  share(): void;
}

const BLOCK_BITS = Math.log2(LARGEST_BLOCK);
/** The growth of a list with memory of its own. */
const GROWTH = 1.25;
/** Instead of a part: the list is empty, or has memory of its own. */
const OWN = -1;
const NO_NUMBERS = new Uint32Array();
const FEW_LISTS = 1_024;

/**
 * Parts are powers of two in a few large blocks: hundreds of thousands of small arrays hold up the garbage collector,
 * and take more memory than their contents.
 */
export function createNumberLists(): NumberLists {
  let lists = 0;
  let lengths = new Int32Array(FEW_LISTS);
  /** Where the part of each list is: the number of its block and the place in it; or {@link OWN}. */
  let parts = new Int32Array(FEW_LISTS);
  const own = new Map<number, Uint32Array>();
  const blocks: Uint32Array[] = [];
  /** Parts that lists have outgrown, by their size. */
  const outgrown = new Map<number, number[]>();
  let taken = 0;
  let isShared = false;

  const blockOf = (part: number) => blocks[part >>> BLOCK_BITS] ?? new Uint32Array();
  const placeOf = (part: number) => part & (LARGEST_BLOCK - 1);

  function take(size: number): number {
    const known = outgrown.get(size)?.pop();
    if (known !== undefined) return known;
    const last = blocks.at(-1)?.length ?? 0;
    if (taken + size > last) {
      blocks.push(nextBlock(last));
      taken = 0;
    }
    taken += size;
    return (blocks.length - 1) * LARGEST_BLOCK + taken - size;
  }

  function giveBack(part: number, size: number): void {
    if (isShared) return;
    const others = outgrown.get(size);
    if (others) others.push(part);
    else outgrown.set(size, [part]);
  }

  function read(list: number): Uint32Array {
    const length = lengths[list] ?? 0;
    const part = parts[list] ?? OWN;
    if (part === OWN) return own.get(list)?.subarray(0, length) ?? new Uint32Array();
    return blockOf(part).subarray(placeOf(part), placeOf(part) + length);
  }

  const isFull = (list: number, length: number) =>
    parts[list] === OWN ? length === (own.get(list)?.length ?? 0) : (length & (length - 1)) === 0;

  /** Moves a full list to where it has room for more. */
  function grow(list: number): void {
    const before = read(list);
    const part = parts[list] ?? OWN;
    const size = Math.max(1, 2 * before.length);
    if (size > LARGEST_PART) {
      const larger = new Uint32Array(Math.ceil(before.length * GROWTH));
      larger.set(before);
      own.set(list, larger);
      parts[list] = OWN;
    } else {
      const larger = take(size);
      blockOf(larger).set(before, placeOf(larger));
      parts[list] = larger;
    }
    if (part !== OWN) giveBack(part, before.length);
  }

  return {
    add(numbers = NO_NUMBERS, start = 0, end = numbers.length) {
      const list = lists;
      lists += 1;
      if (list === lengths.length) {
        lengths = grown(lengths);
        parts = grown(parts);
      }
      lengths[list] = end - start;
      parts[list] = OWN;
      if (end - start > LARGEST_PART) own.set(list, numbers.slice(start, end));
      else if (end > start) {
        const part = take(powerOfTwo(end - start));
        const block = blockOf(part);
        // Most lists are short: a view of each takes longer.
        for (let from = start, to = placeOf(part); from < end; from += 1, to += 1)
          block[to] = numbers[from] ?? 0;
        parts[list] = part;
      }
    },
    push(list, value) {
      const length = lengths[list] ?? 0;
      if (isFull(list, length)) grow(list);
      const part = parts[list] ?? OWN;
      const numbers = part === OWN ? own.get(list) : blockOf(part);
      if (numbers) numbers[placeOf(part === OWN ? 0 : part) + length] = value;
      lengths[list] = length + 1;
    },
    of: read,
    share() {
      isShared = true;
    },
  };
}

function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

/** The least one that is not below a number. */
function powerOfTwo(number: number): number {
  return 1 << (32 - Math.clz32(number - 1));
}

/** A posting is a document that has a word, and how often: 22 bits for the document, 10 for the weight by field. */
export const MOST_DOCUMENTS = 2 ** 22;
const WEIGHT_BITS = 10;
const MOST_WEIGHT = 2 ** WEIGHT_BITS - 1;

export function postingOf(document: number, weight: number): number {
  return document * (MOST_WEIGHT + 1) + Math.min(weight, MOST_WEIGHT);
}

export function documentOf(posting: number): number {
  return posting >>> WEIGHT_BITS;
}

export function weightOf(posting: number): number {
  return posting & MOST_WEIGHT;
}

/** The same posting of a document with another number. */
export function withDocument(posting: number, document: number): number {
  return document * (MOST_WEIGHT + 1) + weightOf(posting);
}
