import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits. */
const RANDOM_BYTES = 32;

/** Lets people and secret scanners recognise a key. */
const PREFIX = 'gpk_';

/** RFC 9110 §11.4: the scheme in any case, one or more spaces, then a b64token (RFC 6750 §2.1). */
const BEARER = /^bearer +(gpk_[\w-]{43})$/i;
const LONGEST_HEADER = 1_000;

/** A new random key, safe in URLs and shells. */
export function createAccessKey(): string {
  return `${PREFIX}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

export function hashAccessKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The key in an `Authorization` header; undefined when it holds none of ours. */
export function readBearerKey(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > LONGEST_HEADER) return undefined;
  return BEARER.exec(authorization)?.[1];
}

/** An access key that has not been revoked. */
export interface LiveKey {
  readonly id: number;
  readonly hash: Buffer;
}

/** The key with this hash, found in constant time. */
export function findByHash<Key extends LiveKey>(keys: readonly Key[], hash: Buffer): Key | undefined {
  return keys.filter((key) => timingSafeEqual(key.hash, hash))[0];
}
