import { Buffer } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { entityTag } from '../entity-tags.ts';
import type { Representation } from '../responses/representation.ts';
import { type ConditionalRequest, isUnmodified } from '../responses/send-representation.ts';

export interface KeptRepresentations {
  /**
   * One that is too large to be kept, or not kept yet, is found without its body if the client has it: it becomes a
   * 304.
   * @param key identifies everything the representation depends on, including its tenant's revision
   */
  find(key: string, request: ConditionalRequest): Representation | undefined;
  /** Keeps it with its entity tag and its codings, of a stream the tag alone; returns it as it is to be sent. */
  keep(key: string, representation: Representation): Representation;
  /** Bytes and entries now, and evictions so far. */
  size(): { bytes: number; entries: number; evictions: number };
}

/** Bytes in total, with keys and codings. */
const MOST_KEPT = 32_000_000;

/** Bytes of a body; larger ones would evict many others. */
const LARGEST_KEPT = 256_000;

/** Bytes of a body that is kept at its second request, so that addresses requested once evict little. */
const LARGE = 32_000;

/** Bytes of those that are remembered without their body. */
const MOST_WITHOUT_BODY = 2_000_000;

/** Bytes of an entry besides body and key, so that many small ones are bounded, too. */
const OVERHEAD = 1_000;

/**
 * Never invalidates: a change raises the tenant's revision, which is part of the key, and stale entries get evicted.
 */
export function createKeptRepresentations(): KeptRepresentations {
  let evictions = 0;
  const kept = new LRUCache<string, Representation>({
    maxSize: MOST_KEPT,
    sizeCalculation: sizeOf,
    dispose: (_value, _key, reason) => {
      if (reason === 'evict') evictions += 1;
    },
  });
  const withoutBody = new LRUCache<string, Representation>({
    maxSize: MOST_WITHOUT_BODY,
    sizeCalculation: sizeOf,
  });
  return {
    find(key, request) {
      const found = kept.get(key);
      if (found) return found;
      const known = withoutBody.get(key);
      return known && isUnmodified(request, known) ? known : undefined;
    },
    keep(key, representation) {
      const { body = '', stream, ...outline } = representation;
      const tag = representation.entityTag ?? entityTag(body);
      const keepable = { ...representation, entityTag: tag, codings: new Map() };
      const bytes = Buffer.byteLength(body);
      if (!stream && (bytes <= LARGE || (bytes <= LARGEST_KEPT && withoutBody.has(key))))
        kept.set(key, keepable);
      else withoutBody.set(key, { ...outline, entityTag: tag });
      return keepable;
    },
    size: () => ({ bytes: kept.calculatedSize, entries: kept.size, evictions }),
  };
}

/** Codings take up to a third of the body. */
function sizeOf({ body = '' }: Representation, key: string): number {
  return Math.ceil(memoryOf(body) * (4 / 3)) + key.length + OVERHEAD;
}

/** V8 uses one byte per UTF-16 unit where it can, which is certain for ASCII, else two. */
function memoryOf(body: string | Uint8Array): number {
  const bytes = Buffer.byteLength(body);
  return bytes === body.length ? bytes : 2 * body.length;
}
