import { createHash } from 'node:crypto';
import { HASH_BYTES } from './passage-vectors.ts';

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

/** What the database holds for a document. */
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

/** As the database holds them, without passages that are refused. */
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
