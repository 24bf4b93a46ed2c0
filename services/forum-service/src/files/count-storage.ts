import { type Executor, preparedStatement } from '@guidepost/postgres';

const lockAccounts = preparedStatement(new URL('./sql/lock-accounts.sql', import.meta.url));
const count = preparedStatement(new URL('./sql/count-storage.sql', import.meta.url));

/** Counts what the files of each account take, as it should be already; uploads wait meanwhile. */
export function countStorage(database: Executor): Promise<void> {
  return database.tx('count-storage', async (transaction) => {
    // First, so that the count sees whatever was added before.
    await transaction.any(lockAccounts([]));
    await transaction.none(count([]));
  });
}
