/** Parts of a few large blocks of memory: hundreds of thousands of small arrays hold up the garbage collector. */
interface Blocks {
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

/** The words of a document in their places, which rank it more closely than its postings. */
export interface DocumentWords {
  /** Words in each field. */
  readonly lengths: readonly number[];
  /** Its distinct words; `places` refers to them. */
  readonly terms: Uint32Array;
  readonly places: Uint8Array;
}

/** Numbers of facets, lengths and terms, the size of the places in bytes; then these four in order. */
export type PackedDocument = Uint32Array;

const HEAD = 4;

export function packDocument(
  facets: readonly number[],
  { lengths, terms, places }: DocumentWords,
  blocks: Blocks,
): PackedDocument {
  const placesAt = HEAD + facets.length + lengths.length + terms.length;
  const packed = blocks.take(placesAt + Math.ceil(places.length / 4));
  packed.set([facets.length, lengths.length, terms.length, places.length]);
  packed.set(facets, HEAD);
  packed.set(lengths, HEAD + facets.length);
  packed.set(terms, placesAt - terms.length);
  placesOf(packed, placesAt).set(places);
  return packed;
}

export function unpackWords(packed: PackedDocument): DocumentWords {
  const [facets = 0, fields = 0, terms = 0] = packed;
  const lengthsAt = HEAD + facets;
  const termsAt = lengthsAt + fields;
  const placesAt = termsAt + terms;
  const lengths: number[] = [];
  for (let at = lengthsAt; at < termsAt; at += 1) lengths.push(packed[at] ?? 0);
  return { lengths, terms: packed.subarray(termsAt, placesAt), places: placesOf(packed, placesAt) };
}

/** In all fields. */
export function countWords(packed: PackedDocument): number {
  const [facets = 0, fields = 0] = packed;
  let words = 0;
  for (let at = HEAD + facets; at < HEAD + facets + fields; at += 1) words += packed[at] ?? 0;
  return words;
}

export function countTerms(packed: PackedDocument): number {
  return packed[2] ?? 0;
}

/** The same with terms of other numbers. */
export function renumberTerms(packed: PackedDocument, numbers: Uint32Array, into: Uint32Array): void {
  const [facets = 0, fields = 0, terms = 0] = packed;
  const termsAt = HEAD + facets + fields;
  into.set(packed);
  for (let at = termsAt; at < termsAt + terms; at += 1) into[at] = numbers[packed[at] ?? 0] ?? 0;
}

export function termsOf(packed: PackedDocument): Uint32Array {
  const [facets = 0, fields = 0, terms = 0] = packed;
  return packed.subarray(HEAD + facets + fields, HEAD + facets + fields + terms);
}

function placesOf(packed: PackedDocument, at: number): Uint8Array {
  return new Uint8Array(packed.buffer, packed.byteOffset + at * packed.BYTES_PER_ELEMENT, packed[3]);
}

export function hasFacet(packed: PackedDocument, facet: number): boolean {
  const end = HEAD + (packed[0] ?? 0);
  for (let place = HEAD; place < end; place += 1) if (packed[place] === facet) return true;
  return false;
}
