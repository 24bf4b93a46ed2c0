import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits. */
const RANDOM_BYTES = 32;

/** Tells people and secret scanners what they have found. */
const PREFIX = 'gpk_';

/** RFC 9110 §11.4: the scheme in any letter case, one space or more, and what RFC 6750 §2.1 calls b64token. */
const BEARER = /^bearer +(gpk_[\w-]{43})$/i;
const ANYWHERE = /gpk_[\w-]{43}/g;
const LONGEST_HEADER = 1_000;

/** A new key: random, and free of characters that an address or a shell would change. */
export function createAccessKey(): string {
  return `${PREFIX}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

/** What is stored of a key. */
export function hashAccessKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The key in an `Authorization` header; undefined when what stands there can be none of ours. */
export function readBearerKey(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > LONGEST_HEADER) return undefined;
  return BEARER.exec(authorization)?.[1];
}

/** A text without the keys that somebody put into it, for logs. */
export function hideAccessKeys(text: string): string {
  return text.replaceAll(ANYWHERE, `${PREFIX}…`);
}

/** A key that was not revoked, as a service stores it. */
export interface LiveKey {
  readonly id: number;
  readonly hash: Buffer;
}

/** The key with this hash. Compares every key, and all of its bytes, whichever it is. */
export function findByHash(keys: readonly LiveKey[], hash: Buffer): LiveKey | undefined {
  return keys.filter((key) => timingSafeEqual(key.hash, hash))[0];
}
