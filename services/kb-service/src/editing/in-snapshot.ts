import type { Database, Executor } from '@guidepost/postgres';

/** Reads one state of the database with several statements, so that a text does not get the revision of a newer one. */
export function inSnapshot<Result>(
  database: Database,
  read: (snapshot: Executor) => Promise<Result>,
): Promise<Result> {
  return database.tx('read-snapshot', async (transaction) => {
    await transaction.none('set transaction isolation level repeatable read, read only');
    return read(transaction);
  });
}
