import { type Executor, sql } from '@guidepost/postgres';
import { type Account, changeAccount } from './accounts.ts';

export type Allowances = Pick<Account, 'allows_metadata' | 'allows_keys'>;

const update = sql`
  -- Null leaves a column unchanged; without a difference nothing is written.
  update accounts
  set allows_metadata = coalesce($2, allows_metadata), allows_keys = coalesce($3, allows_keys)
  where id = $1 and (allows_metadata <> $2 or allows_keys <> $3)
  returning id
`;

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
