import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type Account, changeAccount } from './accounts.ts';

export type Allowances = Pick<Account, 'allows_metadata' | 'allows_keys'>;

const update = preparedStatement(new URL('./sql/update-allowances.sql', import.meta.url));

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
