import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type Account, changeAccount } from './accounts.ts';

/** What the customer's contract allows. */
export type Allowances = Pick<Account, 'allows_metadata' | 'allows_keys'>;

const update = preparedStatement(new URL('./sql/update-allowances.sql', import.meta.url));

/**
 * Changes what an account may have; every running instance hears of it. Metadata fields and keys that are not allowed any
 * more stay, unused.
 *
 * @returns whether anything is different now
 * @throws AppError `not-found`
 */
export function allow(database: Executor, name: string, allowances: Partial<Allowances>): Promise<boolean> {
  return changeAccount(database, name, async (transaction, { id }) => {
    const { allows_metadata = null, allows_keys = null } = allowances;
    return (await transaction.oneOrNone(update([id, allows_metadata, allows_keys]))) !== null;
  });
}
