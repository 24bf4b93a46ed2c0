import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';

/** Rows that some work has PostgreSQL read from tables and indexes, for its triggers and foreign keys, too. */
export async function countRowsRead(
  url: string,
  work: (database: Database) => Promise<unknown>,
): Promise<number> {
  // One connection, since each keeps its own count until it is told to add it to the database's.
  const database = openDatabase({ url, poolSize: 1, applicationName: 'guidepost test', statementTimeout: 0 });
  try {
    const before = await readCount(database);
    await work(database);
    return (await readCount(database)) - before;
  } finally {
    await closeDatabase(database);
  }
}

async function readCount(database: Database): Promise<number> {
  await database.any('select pg_stat_force_next_flush()');
  const { count } = await database.one(
    'select tup_returned + tup_fetched as count from pg_stat_database where datname = current_database()',
  );
  return count;
}
