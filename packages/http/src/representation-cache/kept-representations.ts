import { Buffer } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { entityTag } from '../entity-tags/entity-tag.ts';
import type { Representation } from '../responses/representation.ts';

export interface KeptRepresentations {
  /** @param key identifies everything the representation depends on, including its tenant's revision */
  find(key: string): Representation | undefined;
  /** Keeps it with its entity tag and its codings; returns it as it is to be sent. */
  keep(key: string, representation: Representation): Representation;
}

/** Bytes in total; codings take up to a third more. */
const MOST_KEPT = 64_000_000;

/** Bytes of a body; larger ones would evict many others. */
const LARGEST_KEPT = 256_000;

/** Bytes of an entry besides body and key, so that many small ones are bounded, too. */
const OVERHEAD = 1_000;

/**
 * Never invalidates: a change raises the tenant's revision, which is part of the key, and stale entries get evicted.
 */
export function createKeptRepresentations(): KeptRepresentations {
  const kept = new LRUCache<string, Representation>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ body = '' }, key) => memoryOf(body) + memoryOf(key) + OVERHEAD,
  });
  return {
    find: (key) => kept.get(key),
    keep(key, representation) {
      const { body = '' } = representation;
      const tag = representation.entityTag ?? entityTag(body);
      const keepable = { ...representation, entityTag: tag, codings: new Map() };
      if (Buffer.byteLength(body) <= LARGEST_KEPT) kept.set(key, keepable);
      return keepable;
    },
  };
}

/** An upper bound: V8 uses one byte per UTF-16 unit where it can, else two. */
function memoryOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? 2 * body.length : body.length;
}
