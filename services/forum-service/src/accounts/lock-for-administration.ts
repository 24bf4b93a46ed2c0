import { type Executor, preparedStatement } from '@guidepost/postgres';

const lock = preparedStatement(new URL('./sql/lock-for-administration.sql', import.meta.url));

/**
 * Serializes administrators until the end of the transaction. An advisory lock, since locking the forum's row would block
 * posts for as long as an import batch takes.
 */
export async function lockForAdministration(transaction: Executor, what: string): Promise<void> {
  await transaction.one(lock([what]));
}
