import { type Executor, preparedStatement } from '@guidepost/postgres';

const lock = preparedStatement(new URL('./sql/lock-for-administration.sql', import.meta.url));

/**
 * Lets administrators take turns, to the end of the transaction. Posts do not wait: a lock on the forum's row would hold
 * them up for as long as an import's batch.
 */
export async function lockForAdministration(transaction: Executor, what: string): Promise<void> {
  await transaction.one(lock([what]));
}
