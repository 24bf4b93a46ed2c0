import { bumpRevision, type Executor, isUniqueViolation, type MoveStatus, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../model/actor.ts';
import { FORUM_REVISIONS, type Forum } from '../model/forum.ts';
import { lockForAdministration } from './change-forum.ts';

/** A customer and what the contract allows. */
export interface Account {
  id: number;
  name: string;
  allows_metadata: boolean;
  allows_keys: boolean;
}

export interface AccountOverview extends Omit<Account, 'id'> {
  /** Total size of the files in its forums. */
  stored_bytes: number;
  created_at: Date;
  forums: string[];
  move: MoveStatus | null;
}

const insert = sql`
  -- Across tenants: makes a tenant, or a name that is unique among all.
  insert into accounts (name, allows_metadata, allows_keys)
  values ($1, $2, $3)
  returning id, name, allows_metadata, allows_keys
`;
const findByName = sql`
  -- Across tenants: finds the tenant of a request.
  select id, name, allows_metadata, allows_keys
  from accounts
  where name = $1
`;
const findOfForum = sql`
  select a.id, a.name, a.allows_metadata, a.allows_keys
  from forums f
  join accounts a on a.id = f.account_id
  where f.id = $1
`;
const list = sql`
  -- Across tenants: lists tenants, for the front page or an operator.
  select a.name, a.allows_metadata, a.allows_keys, a.stored_bytes, a.created_at,
    array(select f.slug from forums f where f.account_id = a.id order by f.slug) as forums,
    (
      select case m.state when 'moved' then 'moved' else 'moving' end
      from tenant_moves m
      where m.tenant_id = a.id and m.state <> 'deleted'
    ) as move
  from accounts a
  where $1::text is null or a.name = $1
  order by a.name
`;
const listIds = sql`
  -- Across tenants: work for each of them.
  select id from accounts order by id
`;
const listForums = sql`
  -- In lock order.
  select id, slug
  from forums
  where account_id = $1
  order by id
`;

/** @throws AppError `conflict` when the name is taken */
export async function createAccount(
  database: Executor,
  { name, allows_metadata, allows_keys }: Omit<Account, 'id'>,
): Promise<Account> {
  try {
    return await database.one<Account>(insert([name, allows_metadata, allows_keys]));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', `Account ${name} already exists.`, { cause: error });
  }
}

export function listAccounts(database: Executor): Promise<AccountOverview[]> {
  return database.any<AccountOverview>(list([null]));
}

/** @throws AppError `not-found` */
export async function showAccount(database: Executor, name: string): Promise<AccountOverview> {
  const found = await database.oneOrNone<AccountOverview>(list([name]));
  if (!found) throw noAccount(name);
  return found;
}

/** @throws AppError `not-found` */
export async function requireAccount(executor: Executor, name: string): Promise<Account> {
  const found = await executor.oneOrNone<Account>(findByName([name]));
  if (!found) throw noAccount(name);
  return found;
}

/** Another account's staff learn nothing, not even that the account exists. @throws AppError `not-found` */
export async function requireOwnAccount(executor: Executor, actor: Actor, name: string): Promise<Account> {
  const account = await requireAccount(executor, name);
  const { accountId = account.id } = actor;
  if (accountId !== account.id) throw noAccount(name);
  return account;
}

export async function listAccountIds(executor: Executor): Promise<number[]> {
  return (await executor.any<{ id: number }>(listIds([]))).map(({ id }) => id);
}

export function accountOf(executor: Executor, forumId: number): Promise<Account> {
  return executor.one<Account>(findOfForum([forumId]));
}

function noAccount(name: string): AppError {
  return new AppError('not-found', `There is no account ${name}.`);
}

/**
 * The only way to change what an account's forums share: one administrator at a time, in a transaction that ends by
 * raising the revision of every forum, which invalidates all caches.
 * @throws AppError `not-found`
 */
export function changeAccount<Result>(
  database: Executor,
  name: string,
  work: (transaction: Executor, account: Account) => Promise<Result>,
): Promise<Result> {
  return database.tx('change-account', async (transaction) => {
    await lockForAdministration(transaction, `account ${name}`);
    const account = await requireAccount(transaction, name);
    const result = await work(transaction, account);
    for (const { id } of await forumsOfAccount(transaction, account)) {
      await bumpRevision(transaction, FORUM_REVISIONS, id);
    }
    return result;
  });
}

/** In lock order. */
function forumsOfAccount(
  executor: Executor,
  { id }: Pick<Account, 'id'>,
): Promise<Pick<Forum, 'id' | 'slug'>[]> {
  return executor.any(listForums([id]));
}
