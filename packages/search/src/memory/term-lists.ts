import { randomInt } from 'node:crypto';

/** Terms by a key, such as their stem. */
export interface TermLists {
  /** @param term higher than all before @returns the one before in its list; -1 for none */
  add(key: string, term: number): number;
  /** The one before a term in its list; -1 for none. */
  before(term: number): number;
  /** In ascending order. */
  of(key: string): number[];
  keys(): Iterable<string>;
}

const SMALLEST = 1_024;

/** Whoever writes texts cannot choose words of one slot. */
const SEED = randomInt(2 ** 32 - 1);

/**
 * Each term knows the one before it in its list: most lists have one or two, and an array for each takes 200 bytes. A
 * table of numbers knows the last of each: a map of strings takes five times as long to fill, and several times the
 * memory.
 * @param keyOf the key of a term that was added
 */
export function createTermLists(keyOf: (term: number) => string): TermLists {
  let before = new Int32Array(SMALLEST);
  /** The last term of a list, plus 1; 0 for a free slot. At least half of them are free. */
  let slots = new Uint32Array(2 * SMALLEST);
  /** The hash of the key in each slot. */
  let hashes = new Uint32Array(2 * SMALLEST);
  let lists = 0;

  function slotOf(key: string, hash: number): number {
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const last = (slots[slot] ?? 0) - 1;
      if (last < 0 || (hashes[slot] === hash && keyOf(last) === key)) return slot;
    }
  }

  function grow(): void {
    const old = { slots, hashes };
    slots = new Uint32Array(2 * old.slots.length);
    hashes = new Uint32Array(slots.length);
    const mask = slots.length - 1;
    for (let from = 0; from < old.slots.length; from += 1) {
      const last = old.slots[from] ?? 0;
      if (last === 0) continue;
      const hash = old.hashes[from] ?? 0;
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = last;
      hashes[slot] = hash;
    }
  }

  return {
    add(key, term) {
      const hash = hashOf(key);
      let slot = slotOf(key, hash);
      const known = (slots[slot] ?? 0) - 1;
      if (known < 0) {
        lists += 1;
        if (2 * lists > slots.length) {
          grow();
          slot = slotOf(key, hash);
        }
        hashes[slot] = hash;
      }
      slots[slot] = term + 1;
      if (term >= before.length) before = grown(before);
      before[term] = known;
      return known;
    },
    before: (term) => before[term] ?? -1,
    of(key) {
      const terms: number[] = [];
      const last = (slots[slotOf(key, hashOf(key))] ?? 0) - 1;
      for (let term = last; term >= 0; term = before[term] ?? -1) terms.push(term);
      return terms.reverse();
    },
    *keys() {
      for (const slot of slots) if (slot > 0) yield keyOf(slot - 1);
    },
  };
}

function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

/** FNV-1a, its high bits mixed into the low ones. */
function hashOf(key: string): number {
  let hash = SEED;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
