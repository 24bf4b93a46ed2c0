import type { AccessKey, IssuedKey } from '@guidepost/access';
import type { Executor } from '@guidepost/postgres';
import type { Actor } from '../model/actor.ts';
import {
  revokeAccessKey as endKey,
  issueAccessKey as insertKey,
  type KeyScope,
  type NewKey,
} from './access-keys.ts';
import { type Allowances, allow } from './allow.ts';
import { recordForAccount } from './record-change.ts';

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
