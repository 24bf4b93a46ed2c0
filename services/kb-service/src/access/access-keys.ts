import {
  type AccessKey,
  createKeyRing,
  type IssuedKey,
  insertAccessKey,
  type KeyRing,
  revokeStoredKey,
} from '@guidepost/access';
import { type Database, preparedStatement } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import { type KnowledgeBase, noSuchKnowledgeBase } from '../model/knowledge-base.ts';

const findLiveKeys = preparedStatement(new URL('./sql/find-live-keys.sql', import.meta.url));
const insertKey = preparedStatement(new URL('./sql/insert-key.sql', import.meta.url));
const listKeys = preparedStatement(new URL('./sql/list-keys.sql', import.meta.url));
const revokeKey = preparedStatement(new URL('./sql/revoke-key.sql', import.meta.url));
const updateLastUse = preparedStatement(new URL('./sql/update-last-use.sql', import.meta.url));

/** The access keys that open the knowledge bases of this service. */
export function createKnowledgeBaseKeys(database: Database, logger: Logger): KeyRing<KnowledgeBase> {
  return createKeyRing({ database, logger, ownerOf: ({ id }) => id, findLiveKeys, updateLastUse });
}

/**
 * Makes a key; it opens the knowledge base on every instance as soon as that has heard of it.
 * @throws AppError `conflict` when a live key has that name, `not-found`
 */
export function issueAccessKey(database: Database, host: string, name: string): Promise<IssuedKey> {
  return changeKnowledgeBase(database, { host }, async (transaction, { id }) => ({
    changed: true,
    result: await insertAccessKey(transaction, insertKey, { owner: { id, name: host }, name }),
  }));
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
 * Revokes a key; every instance refuses it as soon as it has heard of that.
 * @param which a live key's name, or its id when none has that name
 * @throws AppError `not-found`
 */
export function revokeAccessKey(database: Database, host: string, which: string): Promise<AccessKey> {
  return changeKnowledgeBase(database, { host }, async (transaction, { id }) => ({
    changed: true,
    result: await revokeStoredKey(transaction, revokeKey, { owner: { id, name: host }, which }),
  }));
}
