import { closeDatabase, type Database, migrate, openDatabase } from '@guidepost/postgres';

/** Opens a database for a test to look into; whoever opens it closes it. */
export function openTestDatabase(url: string): Database {
  return openDatabase({ url, poolSize: 5, applicationName: 'guidepost test', statementTimeout: 0 });
}

/** Brings a database's schema up to date. */
export async function migrateTestDatabase(url: string, migrations: readonly URL[]): Promise<void> {
  const database = openTestDatabase(url);
  await migrate(database, migrations);
  await closeDatabase(database);
}
