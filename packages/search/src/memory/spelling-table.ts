/** Part of some bytes. */
export interface ByteRange {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Numbers spellings in the order in which they are added. */
export interface SpellingTable {
  /** The number of a spelling; -1 for an unknown one. */
  find(spelling: ByteRange): number;
  add(spelling: ByteRange): number;
  of(number: number): Uint8Array;
}

const SMALLEST = 1_024;

/** Compares bytes: making a string of each word of each document takes most of the time in which an index is read. */
export function createSpellingTable(): SpellingTable {
  let count = 0;
  let spellings: Uint8Array = new Uint8Array(SMALLEST * 8);
  /** Where each spelling begins, and where the last ends. */
  let begins = new Uint32Array(SMALLEST + 1);
  let hashes = new Uint32Array(SMALLEST);
  /** Numbers, each plus 1; 0 for a free slot. At least half of them are free. */
  let slots = new Uint32Array(SMALLEST * 2);

  function isEqual(number: number, { bytes, start, end }: ByteRange): boolean {
    const begin = begins[number] ?? 0;
    if ((begins[number + 1] ?? 0) - begin !== end - start) return false;
    for (let at = start; at < end; at += 1) if (bytes[at] !== spellings[begin + at - start]) return false;
    return true;
  }

  function take(hash: number, number: number): void {
    let slot = hash & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = number + 1;
  }

  function growColumns(): void {
    begins = grown(begins, new Uint32Array(count * 2 + 1));
    hashes = grown(hashes, new Uint32Array(count * 2));
    slots = new Uint32Array(count * 4);
    for (let number = 0; number < count; number += 1) take(hashes[number] ?? 0, number);
  }

  return {
    find(spelling) {
      const hash = hashOf(spelling);
      for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
        const number = (slots[slot] ?? 0) - 1;
        if (number < 0 || (hashes[number] === hash && isEqual(number, spelling))) return number;
      }
    },
    add(spelling) {
      const { bytes, start, end } = spelling;
      if (count === hashes.length) growColumns();
      const begin = begins[count] ?? 0;
      const after = begin + end - start;
      if (after > spellings.length) spellings = grown(spellings, new Uint8Array(after * 2));
      // Views of bytes take longer than these few bytes.
      for (let at = start; at < end; at += 1) spellings[begin + at - start] = bytes[at] ?? 0;
      begins[count + 1] = after;
      hashes[count] = hashOf(spelling);
      take(hashes[count] ?? 0, count);
      count += 1;
      return count - 1;
    },
    of: (number) => spellings.subarray(begins[number], begins[number + 1]),
  };
}

/** FNV-1a, its high bits mixed into the low ones. */
function hashOf({ bytes, start, end }: ByteRange): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function grown<Column extends Uint8Array | Uint32Array>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}
