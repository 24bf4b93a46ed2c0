import type { AccessKey, IssuedKey } from '@guidepost/keys';
import { type Executor, sql } from '@guidepost/postgres';
import type { Actor } from '../model/actor.ts';
import {
  revokeAccessKey as endKey,
  issueAccessKey as insertKey,
  type KeyScope,
  type NewKey,
} from './access-keys.ts';
import { type Account, changeAccount } from './accounts.ts';
import { recordForAccount } from './record-change.ts';

type Allowances = Pick<Account, 'allows_metadata' | 'allows_keys'>;

const update = sql`
  -- Null leaves a column unchanged; without a difference nothing is written.
  update accounts
  set allows_metadata = coalesce($2, allows_metadata), allows_keys = coalesce($3, allows_keys)
  where id = $1 and (allows_metadata <> $2 or allows_keys <> $3)
  returning id
`;

type Change = { account: string; actor: Actor };

/** For operators. @returns whether anything changed @throws AppError `not-found` */
export function changeAllowances(
  database: Executor,
  change: Change,
  allowances: Partial<Allowances>,
): Promise<boolean> {
  return recordForAccount(database, { ...change, action: 'account set' }, async (transaction) => {
    const result = await allow(transaction, change.account, allowances);
    return { events: result ? [{ details: allowances }] : [], result };
  });
}

/**
 * Creates a key, which opens all forums of the account.
 * @throws AppError `conflict` when a live key has that name, `forbidden`, `not-found`
 */
export function issueAccessKey(
  database: Executor,
  change: Change,
  wanted: NewKey,
): Promise<IssuedKey & { scope: KeyScope }> {
  return recordForAccount(database, { ...change, action: 'key create' }, async (transaction) => {
    const result = await insertKey(transaction, change.account, wanted);
    const { name: key, scope } = result;
    return { events: [{ details: { key, scope } }], result };
  });
}

/**
 * Revokes a key on all instances.
 * @param which a live key's name, or else its id
 * @throws AppError `not-found`, `forbidden`
 */
export function revokeAccessKey(database: Executor, change: Change, which: string): Promise<AccessKey> {
  return recordForAccount(database, { ...change, action: 'key revoke' }, async (transaction) => {
    const result = await endKey(transaction, change.account, which);
    return { events: [{ details: { key: result.name } }], result };
  });
}

/**
 * Sets what an account may have. Existing metadata fields and keys that are no longer allowed remain, unused.
 * @returns whether anything changed
 * @throws AppError `not-found`
 */
export function allow(database: Executor, name: string, allowances: Partial<Allowances>): Promise<boolean> {
  return changeAccount(database, name, async (transaction, { id }) => {
    const { allows_metadata = null, allows_keys = null } = allowances;
    return (await transaction.oneOrNone(update([id, allows_metadata, allows_keys]))) !== null;
  });
}
