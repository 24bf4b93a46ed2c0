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
import type { Forum } from '../model/forum.ts';
import { changeAccount, requireAccount } from './accounts.ts';

/**
 * Scopes of keys: to read what is not public; to post, too, with all fields; or also to change, merge and delete posts.
 * Each includes those before it.
 */
export const KEY_SCOPES = ['read', 'post', 'write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** An active key as requests find it. */
export type ForumKey = LiveKey & { name: string; scope: KeyScope };

/** A key in lists. */
export type ListedKey = AccessKey & { scope: KeyScope };

export interface NewKey {
  name: string;
  scope?: KeyScope | undefined;
}

const findLiveKeys = sql`
  select k.id, k.hash, k.name, k.scope
  from access_keys k
  join accounts a on a.id = k.account_id
  where k.account_id = $1 and k.revoked_at is null and a.allows_keys
  order by k.id
`;
const insertKey = sql`
  insert into access_keys (account_id, name, hash, scope)
  values ($1, $2, $3, $4)
  returning id, name, created_at, last_used_at, revoked_at
`;
const listKeys = sql`
  select id, name, scope, created_at, last_used_at, revoked_at
  from access_keys
  where account_id = $1
  order by id
`;
const revokeKey = sql`
  -- Finds a live key by name, or else by id.
  update access_keys k
  set revoked_at = now()
  where k.account_id = $1 and k.revoked_at is null
    and k.id = coalesce(
      (select n.id from access_keys n where n.account_id = $1 and n.name = $2 and n.revoked_at is null),
      $3
    )
  returning k.id, k.name, k.created_at, k.last_used_at, k.revoked_at
`;
const updateLastUse = sql`
  -- $1 accounts, $2 keys, $3 times; the latest time wins, in any order of writes.
  update access_keys k
  set last_used_at = used.at
  from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as used (account_id, id, at)
  where k.account_id = used.account_id and k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at)
`;

/** The keys that open forums: those of their accounts. */
export function createForumKeys(database: Database, logger: Logger): KeyRing<Forum, ForumKey> {
  const ownerOf = ({ account_id }: Forum) => account_id;
  return createKeyRing({ database, logger, ownerOf, findLiveKeys, updateLastUse });
}

export function allowsScope({ scope }: Pick<ForumKey, 'scope'>, needed: KeyScope): boolean {
  return KEY_SCOPES.indexOf(scope) >= KEY_SCOPES.indexOf(needed);
}

/**
 * Creates a key, which opens all forums of the account.
 * @throws AppError `conflict` when a live key has that name, `forbidden` when the account has no keys, `not-found`
 */
export function issueAccessKey(
  database: Executor,
  account: string,
  { name, scope = 'post' }: NewKey,
): Promise<IssuedKey & { scope: KeyScope }> {
  return changeAccount(database, account, async (transaction, { id, allows_keys }) => {
    if (!allows_keys) throw withoutKeys(account);
    const insert = (values: unknown[]) => insertKey([...values, scope]);
    return { ...(await insertAccessKey(transaction, insert, { owner: { id, name: account }, name })), scope };
  });
}

/** Includes revoked keys, oldest first. @throws AppError `not-found` */
export async function listAccessKeys(database: Executor, account: string): Promise<ListedKey[]> {
  const { id } = await requireAccount(database, account);
  return database.any<ListedKey>(listKeys([id]));
}

/**
 * Revokes a key on all instances.
 * @param which a live key's name, or else its id
 * @throws AppError `not-found`
 */
export function revokeAccessKey(database: Executor, account: string, which: string): Promise<AccessKey> {
  return changeAccount(database, account, (transaction, { id }) =>
    revokeStoredKey(transaction, revokeKey, { owner: { id, name: account }, which }),
  );
}

function withoutKeys(account: string): AppError {
  const remedy = `forum account set "${account}" api-keys on`;
  return new AppError('forbidden', `${account} does not allow access keys. To allow them: ${remedy}`);
}
