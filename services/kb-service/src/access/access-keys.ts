import {
  type AccessKey,
  createKeyRing,
  type IssuedKey,
  insertAccessKey,
  type KeyRing,
  type LiveKey,
  revokeStoredKey,
} from '@guidepost/access';
import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import type { Actor } from '../model/actor.ts';
import { type KnowledgeBase, noSuchKnowledgeBase } from '../model/knowledge-base.ts';

/** What a key may do: read, or also change content. */
export const KEY_SCOPES = ['read', 'write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export interface NewAccessKey {
  host: string;
  name: string;
  scope?: KeyScope | undefined;
}

/** A key in lists. */
export type ListedKey = AccessKey & { scope: KeyScope };

const findLiveKeys = preparedStatement(new URL('./sql/find-live-keys.sql', import.meta.url));
const insertKey = preparedStatement(new URL('./sql/insert-key.sql', import.meta.url));
const listKeys = preparedStatement(new URL('./sql/list-keys.sql', import.meta.url));
const revokeKey = preparedStatement(new URL('./sql/revoke-key.sql', import.meta.url));
const updateLastUse = preparedStatement(new URL('./sql/update-last-use.sql', import.meta.url));

/** An active key as requests find it. */
export type KnowledgeBaseKey = LiveKey & { name: string; scope: KeyScope };

export type KnowledgeBaseKeys = KeyRing<KnowledgeBase, KnowledgeBaseKey>;

export function createKnowledgeBaseKeys(database: Database, logger: Logger): KnowledgeBaseKeys {
  return createKeyRing({ database, logger, ownerOf: ({ id }) => id, findLiveKeys, updateLastUse });
}

/**
 * Creates a key, which every instance accepts as soon as it is notified.
 * @throws AppError `conflict` when an active key has the name, `not-found`
 */
export function issueAccessKey(
  database: Executor,
  actor: Actor,
  { host, name, scope = 'read' }: NewAccessKey,
): Promise<IssuedKey & { scope: KeyScope }> {
  const change = { host, actor, action: 'key create' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id }) => {
    const insert = (values: unknown[]) => insertKey([...values, scope]);
    const issued = await insertAccessKey(transaction, insert, { owner: { id, name: host }, name });
    const audit = { subject: name, details: { scope } };
    return { changed: true, result: { ...issued, scope }, audit };
  });
}

/** All keys, including revoked ones, oldest first. @throws AppError `not-found` */
export async function listAccessKeys(database: Database, host: string): Promise<ListedKey[]> {
  const rows = await database.any<ListedKey | { id: null }>(listKeys([host]));
  if (rows.length === 0) throw noSuchKnowledgeBase(host);
  return rows.filter((row) => row.id !== null);
}

/**
 * Revokes a key, which every instance refuses as soon as it is notified.
 * @param options `key` is the name of an active key, or an ID if no active key has that name
 * @throws AppError `not-found`
 */
export function revokeAccessKey(
  database: Executor,
  actor: Actor,
  { host, key: which }: { host: string; key: string },
): Promise<AccessKey> {
  const change = { host, actor, action: 'key revoke' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id }) => {
    const revoked = await revokeStoredKey(transaction, revokeKey, { owner: { id, name: host }, which });
    return { changed: true, result: revoked, audit: { subject: revoked.name } };
  });
}
