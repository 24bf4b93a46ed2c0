import { createHash } from 'node:crypto';

/** The vectors of a document's passages, a byte for each number. */
export interface PassageVectors {
  readonly space: string;
  readonly dimension: number;
  /** One passage after the other. */
  readonly numbers: Int8Array;
  /** The length of each passage's vector. */
  readonly lengths: Float32Array;
}

export interface QueryVector {
  readonly space: string;
  readonly numbers: Int8Array;
  readonly length: number;
}

/** Bytes of the hash of a passage's text. */
export const HASH_BYTES = 8;

const LARGEST = 127;

/** A byte for each number: cosines stay exact to 0.01. */
export function toBytes(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const number of vector) largest = Math.max(largest, Math.abs(number));
  return Int8Array.from(vector, (number) => Math.round((number / largest) * LARGEST));
}

export function queryVector(space: string, vector: Float32Array): QueryVector {
  const numbers = toBytes(vector);
  return { space, numbers, length: lengthOf(numbers, 0, numbers.length) };
}

export function readPassageVectors(space: string, bytes: Buffer, passages: number): PassageVectors {
  // A copy: the buffer is part of a larger one, which it would keep.
  const numbers = new Int8Array(bytes);
  const dimension = numbers.length / passages;
  const lengths = new Float32Array(passages);
  for (let passage = 0; passage < passages; passage += 1)
    lengths[passage] = lengthOf(numbers, passage * dimension, dimension);
  return { space, dimension, numbers, lengths };
}

/** Whether a query can be compared with a document. */
export function isComparable(
  query: QueryVector,
  passages: PassageVectors | undefined,
): passages is PassageVectors {
  return passages?.space === query.space && passages.dimension === query.numbers.length;
}

/** The cosine of the passage that is nearest to the query. @param most passages from the first on; all by default */
export function nearestCosine(
  { numbers: query, length }: QueryVector,
  { numbers, lengths, dimension }: PassageVectors,
  most = lengths.length,
): number {
  let nearest = -1;
  for (let passage = 0; passage < most; passage += 1) {
    const start = passage * dimension;
    let product = 0;
    for (let place = 0; place < dimension; place += 1)
      product += (query[place] ?? 0) * (numbers[start + place] ?? 0);
    nearest = Math.max(nearest, product / ((lengths[passage] ?? 1) * length));
  }
  return nearest;
}

function lengthOf(numbers: Int8Array, start: number, dimension: number): number {
  let squares = 0;
  for (let place = start; place < start + dimension; place += 1) squares += (numbers[place] ?? 0) ** 2;
  return Math.sqrt(squares);
}

/** By the hash of their text; null for a passage that the server refuses. */
export type KnownVectors = Map<string, Buffer | null>;

export function textsByHash(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(texts.map((text) => [hashOf(text), text]));
}

function hashOf(text: string): string {
  return createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, HASH_BYTES * 2);
}

/** The vectors of a document as the database holds them. */
export function unpackVectors(hashes: Buffer | null, vectors: Buffer | null): KnownVectors {
  const known: KnownVectors = new Map();
  if (!hashes || !vectors || hashes.length === 0) return known;
  const count = hashes.length / HASH_BYTES;
  const bytes = vectors.length / count;
  for (let place = 0; place < count; place += 1) {
    const hash = hashes.toString('hex', place * HASH_BYTES, (place + 1) * HASH_BYTES);
    known.set(hash, vectors.subarray(place * bytes, (place + 1) * bytes));
  }
  return known;
}

/** The vectors of a document for the database, without passages that are refused. */
export function packVectors(
  texts: ReadonlyMap<string, string>,
  known: KnownVectors,
): { hashes: Buffer; vectors: Buffer } {
  const made = [...texts.keys()].flatMap((hash) => {
    const vector = known.get(hash);
    return vector ? { hash, vector } : [];
  });
  return {
    hashes: Buffer.from(made.map(({ hash }) => hash).join(''), 'hex'),
    vectors: Buffer.concat(made.map(({ vector }) => vector)),
  };
}
