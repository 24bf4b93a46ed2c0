import { createAccessKey, hashAccessKey, parseId } from '@guidepost/http';
import { type AccessKey, type Executor, isUniqueViolation, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { changeAccount, requireAccount } from '../accounts/accounts.ts';

const insertKey = preparedStatement(new URL('./sql/insert-key.sql', import.meta.url));
const listKeys = preparedStatement(new URL('./sql/list-keys.sql', import.meta.url));
const revokeKey = preparedStatement(new URL('./sql/revoke-key.sql', import.meta.url));

/** Of several keys; see `createKeyUse`. */
export const updateLastUse = preparedStatement(new URL('./sql/update-last-use.sql', import.meta.url));

/**
 * Makes a key; it opens the account's forums on every instance as soon as that has heard of it.
 *
 * @returns the key too, for this one time
 * @throws AppError `conflict` when a live key has that name, `forbidden` when the account has no keys, `not-found`
 */
export async function issueAccessKey(
  database: Executor,
  accountName: string,
  name: string,
): Promise<AccessKey & { key: string }> {
  const key = createAccessKey();
  try {
    return await changeAccount(database, accountName, async (transaction, { id, allows_keys }) => {
      if (!allows_keys) throw withoutKeys(accountName);
      const created = await transaction.one<AccessKey>(insertKey([id, name, hashAccessKey(key)]));
      return { ...created, key };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', `${accountName} already has an access key named ${name}.`, {
      cause: error,
    });
  }
}

/**
 * Every key that there was, the oldest first.
 * @throws AppError `not-found`
 */
export async function listAccessKeys(database: Executor, accountName: string): Promise<AccessKey[]> {
  const { id } = await requireAccount(database, accountName);
  return database.any<AccessKey>(listKeys([id]));
}

/**
 * Takes a key back; every instance refuses it as soon as it has heard of that.
 *
 * @param which a live key's name, or its id when none has that name
 * @throws AppError `not-found`
 */
export function revokeAccessKey(database: Executor, accountName: string, which: string): Promise<AccessKey> {
  return changeAccount(database, accountName, async (transaction, { id }) => {
    const revoked = await transaction.oneOrNone<AccessKey>(revokeKey([id, which, parseId(which) ?? null]));
    if (revoked) return revoked;
    throw new AppError('not-found', `${accountName} has no active access key ${which}.`);
  });
}

function withoutKeys(account: string): AppError {
  const remedy = `forum account set "${account}" api-keys on`;
  return new AppError('forbidden', `${account} does not allow access keys. To allow them: ${remedy}`);
}
