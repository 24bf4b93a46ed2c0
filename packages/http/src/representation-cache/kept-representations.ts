import { Buffer } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { entityTag } from '../entity-tags/entity-tag.ts';
import type { Representation } from '../responses/representation.ts';

/** Finished representations in memory, those that were asked for last. */
export interface KeptRepresentations {
  /** @param key says everything that the representation depends on, its tenant's revision too */
  find(key: string): Representation | undefined;
  /** Keeps it with its entity tag and its codings; gives it back as it is to be sent. */
  keep(key: string, representation: Representation): Representation;
}

/** Bytes that they may take together; codings take a third of that beside it. */
const MOST_KEPT = 64_000_000;

/** Bytes of a body; larger ones would push out many others. */
const LARGEST_KEPT = 256_000;

/** Bytes that an entry takes besides its body and its key, so that many small ones are bounded, too. */
const OVERHEAD = 1_000;

/**
 * A memory for representations that are sent many times. Nothing in it is ever taken back: whoever changes something
 * raises the tenant's revision, which is part of the key, so that it is not found any more and others push it out.
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

/** At most: V8 takes one byte for each UTF-16 unit of a text where it can, else two. */
function memoryOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? 2 * body.length : body.length;
}
