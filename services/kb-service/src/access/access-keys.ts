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

export function createKnowledgeBaseKeys(database: Database, logger: Logger): KeyRing<KnowledgeBase> {
  return createKeyRing({ database, logger, ownerOf: ({ id }) => id, findLiveKeys, updateLastUse });
}

/**
 * Creates a key, which every instance accepts as soon as it is notified.
 * @throws AppError `conflict` when an active key has the name, `not-found`
 */
export function issueAccessKey(database: Database, host: string, name: string): Promise<IssuedKey> {
  return changeKnowledgeBase(database, { host }, async (transaction, { id }) => ({
    changed: true,
    result: await insertAccessKey(transaction, insertKey, { owner: { id, name: host }, name }),
  }));
}

/** All keys, including revoked ones, oldest first. @throws AppError `not-found` */
export async function listAccessKeys(database: Database, host: string): Promise<AccessKey[]> {
  const rows = await database.any<AccessKey | { id: null }>(listKeys([host]));
  if (rows.length === 0) throw noSuchKnowledgeBase(host);
  return rows.filter((row) => row.id !== null);
}

/**
 * Revokes a key, which every instance refuses as soon as it is notified.
 * @param which the name of an active key, or an ID if no active key has that name
 * @throws AppError `not-found`
 */
export function revokeAccessKey(database: Database, host: string, which: string): Promise<AccessKey> {
  return changeKnowledgeBase(database, { host }, async (transaction, { id }) => ({
    changed: true,
    result: await revokeStoredKey(transaction, revokeKey, { owner: { id, name: host }, which }),
  }));
}
