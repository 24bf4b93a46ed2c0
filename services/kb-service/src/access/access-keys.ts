import { createAccessKey, hashAccessKey, parseId } from '@guidepost/http';
import { type AccessKey, type Database, isUniqueViolation, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import { noSuchKnowledgeBase } from '../model/knowledge-base.ts';

const insertKey = preparedStatement(new URL('./sql/insert-key.sql', import.meta.url));
const listKeys = preparedStatement(new URL('./sql/list-keys.sql', import.meta.url));
const revokeKey = preparedStatement(new URL('./sql/revoke-key.sql', import.meta.url));

/** Writes when several keys were used last, for `createKeyUse`. */
export const updateLastUse = preparedStatement(new URL('./sql/update-last-use.sql', import.meta.url));

/**
 * Makes a key; it opens the knowledge base on every instance as soon as that has heard of it.
 *
 * @returns the key too, for this one time
 * @throws AppError `conflict` when a live key has that name, `not-found`
 */
export async function issueAccessKey(
  database: Database,
  host: string,
  name: string,
): Promise<AccessKey & { key: string }> {
  const key = createAccessKey();
  try {
    return await changeKnowledgeBase(database, { host }, async (transaction, { id }) => {
      const created = await transaction.one<AccessKey>(insertKey([id, name, hashAccessKey(key)]));
      return { changed: true, result: { ...created, key } };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', `${host} has an access key called ${name} already.`, { cause: error });
  }
}

/**
 * Every key that there was, the oldest first.
 * @throws AppError `not-found`
 */
export async function listAccessKeys(database: Database, host: string): Promise<AccessKey[]> {
  const rows = await database.any<AccessKey | { id: null }>(listKeys([host]));
  if (rows.length === 0) throw noSuchKnowledgeBase(host);
  return rows.filter((row) => row.id !== null);
}

/**
 * Takes a key back; every instance refuses it as soon as it has heard of that.
 *
 * @param which a live key's name, or its id when none has that name
 * @throws AppError `not-found`
 */
export function revokeAccessKey(database: Database, host: string, which: string): Promise<AccessKey> {
  return changeKnowledgeBase(database, { host }, async (transaction, { id }) => {
    const revoked = await transaction.oneOrNone<AccessKey>(revokeKey([id, which, parseId(which) ?? null]));
    if (!revoked) {
      throw new AppError('not-found', `${host} has no access key ${which} that could be revoked.`);
    }
    return { changed: true, result: revoked };
  });
}
