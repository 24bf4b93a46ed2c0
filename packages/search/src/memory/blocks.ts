/** Parts of a few large blocks of memory: hundreds of thousands of small arrays hold up the garbage collector. */
export interface Blocks {
  /** Zeros. A block is freed when none of its parts is referred to any more. */
  take(size: number): Uint32Array;
}

/** Entries of four bytes. A larger part has its own block, so that it is freed at once. */
export const LARGEST_PART = 2 ** 10;
/** Most indexes are small. */
const SMALLEST_BLOCK = 2 ** 10;
export const LARGEST_BLOCK = 2 ** 16;

/** The block after one of this length. */
export function nextBlock(length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(Math.min(Math.max(SMALLEST_BLOCK, 2 * length), LARGEST_BLOCK));
}

export function createBlocks(): Blocks {
  let block = new Uint32Array();
  let taken = 0;
  return {
    take(size) {
      if (size > LARGEST_PART) return new Uint32Array(size);
      if (taken + size > block.length) {
        block = nextBlock(block.length);
        taken = 0;
      }
      taken += size;
      return block.subarray(taken - size, taken);
    },
  };
}
