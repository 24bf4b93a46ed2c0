import { type Executor, sql } from '@guidepost/postgres';

const lock = sql`
  select pg_advisory_xact_lock(hashtextextended('guidepost ' || $1, 0)) is null as locked
`;

/**
 * Serializes administrators until the end of the transaction. An advisory lock, since locking the forum's row would block
 * posts for as long as an import batch takes.
 */
export async function lockForAdministration(transaction: Executor, what: string): Promise<void> {
  await transaction.one(lock([what]));
}
