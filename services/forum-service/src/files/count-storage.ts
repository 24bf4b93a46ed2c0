import { type Executor, preparedStatement } from '@guidepost/postgres';

const lockAccounts = preparedStatement(new URL('./sql/lock-accounts.sql', import.meta.url));
const count = preparedStatement(new URL('./sql/count-storage.sql', import.meta.url));

/** Recounts the file storage of every account; uploads wait. */
export function countStorage(database: Executor): Promise<void> {
  return database.tx('count-storage', async (transaction) => {
    // Locks first, so that the count includes earlier uploads.
    await transaction.any(lockAccounts([]));
    await transaction.none(count([]));
  });
}
