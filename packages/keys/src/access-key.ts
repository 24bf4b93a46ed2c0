import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type BoundStatement, type Executor, isUniqueViolation } from '@guidepost/postgres';
import { AppError, parseId } from '@guidepost/service-kit';

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

/** The same where a key is refused unless it is right: '' for one that is malformed. Other schemes are ignored. */
export function readSentKey(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return undefined;
  return readBearerKey(authorization) ?? '';
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

/** A row of a service's table of access keys, which never holds the key itself. */
export interface AccessKey {
  id: number;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** A new key; it is shown only now. */
export type IssuedKey = AccessKey & { key: string };

/** The owner's id, and its name for error messages. */
export interface StoredOwner {
  id: number;
  name: string;
}

/** Each statement returns {@link AccessKey}. */
type Statement = (values: unknown[]) => BoundStatement;

/**
 * Creates a key and stores its hash.
 * @param insert takes the owner's id, the key's name and its hash
 * @throws AppError `conflict` when a live key of the owner has that name
 */
export async function insertAccessKey(
  transaction: Executor,
  insert: Statement,
  { owner, name }: { owner: StoredOwner; name: string },
): Promise<IssuedKey> {
  const key = createAccessKey();
  try {
    const stored = await transaction.one<AccessKey>(insert([owner.id, name, hashAccessKey(key)]));
    return { ...stored, key };
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError('conflict', `${owner.name} already has an access key named ${name}.`, {
      reason: 'keyNameTaken',
      cause,
    });
  }
}

/**
 * Revokes a live key.
 * @param revoke takes the owner's id, the key's name, and the id to try when no live key has that name
 * @throws AppError `not-found`
 */
export async function revokeStoredKey(
  transaction: Executor,
  revoke: Statement,
  { owner, which }: { owner: StoredOwner; which: string },
): Promise<AccessKey> {
  const revoked = await transaction.oneOrNone<AccessKey>(revoke([owner.id, which, parseId(which) ?? null]));
  if (revoked) return revoked;
  throw new AppError('not-found', `${owner.name} has no active access key ${which}.`);
}

/** Access keys (`gpk_`), and the tokens of links that are sent to people (`gpl_`). */
const TOKENS = /(gp[kl]_)[\w-]{43}/g;

/** The text for logs, with `gpk_…` and `gpl_…` in place of keys and tokens (S15). */
export function maskTokens(text: string): string {
  return text.replaceAll(TOKENS, '$1…');
}
