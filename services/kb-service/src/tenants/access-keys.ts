import {
  type AccessKey,
  createKeyRing,
  type IssuedKey,
  insertAccessKey,
  type KeyRing,
  type LiveKey,
  revokeStoredKey,
} from '@guidepost/keys';
import { type Database, type Executor, sql } from '@guidepost/postgres';
import { AppError, type Logger } from '@guidepost/service-kit';
import { type KnowledgeBase, noSuchKnowledgeBase } from '../model/knowledge-base.ts';
import type { Actor } from '../model/permissions.ts';
import { changeKnowledgeBase } from './changes.ts';

/** The permission of a key: to read, or also to change content. */
export const KEY_SCOPES = ['read', 'write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

interface NewAccessKey {
  host: string;
  name: string;
  scope?: KeyScope | undefined;
}

/** A key in lists. */
type ListedKey = AccessKey & { scope: KeyScope };

const findLiveKeys = sql`
  select id, hash, name, scope
  from access_keys
  where knowledge_base_id = $1 and revoked_at is null
  order by id
`;
const insertKey = sql`
  insert into access_keys (knowledge_base_id, name, hash, scope)
  values ($1, $2, $3, $4)
  returning id, name, created_at, last_used_at, revoked_at
`;
const listKeys = sql`
  -- Across tenants: finds the tenant of a request.
  -- The keys of the knowledge base with host $1: one row without a key if it has none, no row if there is no such
  -- host.
  select k.id, k.name, k.created_at, k.last_used_at, k.revoked_at, k.scope
  from knowledge_bases b
  left join access_keys k on k.knowledge_base_id = b.id
  where b.id = (select h.knowledge_base_id from host_names h where h.host = $1)
  order by k.id
`;
const revokeKey = sql`
  -- Finds an active key by name, or by ID if no active key has that name.
  update access_keys k
  set revoked_at = now()
  where k.knowledge_base_id = $1 and k.revoked_at is null
    and k.id = coalesce(
      (select n.id from access_keys n where n.knowledge_base_id = $1 and n.name = $2 and n.revoked_at is null),
      $3
    )
  returning k.id, k.name, k.created_at, k.last_used_at, k.revoked_at
`;
const updateLastUse = sql`
  -- Instances write in any order; the latest use wins.
  update access_keys k
  set last_used_at = u.at
  from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as u (knowledge_base_id, id, at)
  where k.knowledge_base_id = u.knowledge_base_id and k.id = u.id
    and u.at > coalesce(k.last_used_at, '-infinity')
`;

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

/**
 * Checks that a request may read a knowledge base. Errors do not reveal why a key is invalid.
 * @param keyId the access key of the request, if it is valid
 * @throws AppError `disabled` or `unauthorized`
 */
export function checkAccess({ access, host }: KnowledgeBase, keyId: number | undefined): void {
  if (access === 'disabled') throw new AppError('disabled', `Access to ${host} is disabled.`);
  if (access === 'key' && keyId === undefined) {
    throw new AppError(
      'unauthorized',
      `${host} requires an access key: send "Authorization: Bearer <access key>".`,
      { source: { header: 'Authorization' } },
    );
  }
}

/** A key that may write acts as an editor. */
export function writerOf({ name, scope }: KnowledgeBaseKey, { id }: KnowledgeBase): Actor | undefined {
  if (scope !== 'write') return undefined;
  return { name, role: 'editor', door: 'api', knowledgeBaseId: id };
}
