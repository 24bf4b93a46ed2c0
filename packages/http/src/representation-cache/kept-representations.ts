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

/** What they may take together, in UTF-16 units or bytes of body; codings take a third of that beside it. */
const MOST_KEPT = 32_000_000;

/** Larger ones would push out many others. */
const LARGEST_KEPT = 256_000;

/**
 * A memory for representations that are sent many times. Nothing in it is ever taken back: whoever changes something
 * raises the tenant's revision, which is part of the key, so that it is not found any more and others push it out.
 */
export function createKeptRepresentations(): KeptRepresentations {
  const kept = new LRUCache<string, Representation>({
    maxSize: MOST_KEPT,
    maxEntrySize: LARGEST_KEPT,
    sizeCalculation: ({ body = '' }, key) => body.length + key.length,
  });
  return {
    find: (key) => kept.get(key),
    keep(key, representation) {
      const { body = '' } = representation;
      const tag = representation.entityTag ?? entityTag(body);
      const keepable = { ...representation, entityTag: tag, codings: new Map() };
      kept.set(key, keepable);
      return keepable;
    },
  };
}
