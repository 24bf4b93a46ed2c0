import { parseId } from '@guidepost/http';
import { type BoundStatement, type Executor, isUniqueViolation } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { createAccessKey, hashAccessKey } from './access-key.ts';

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
