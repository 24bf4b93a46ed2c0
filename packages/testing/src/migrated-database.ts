import { createTestDatabase } from '@guidepost/local-servers/testing';
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

/** A database for one test file, whose schema is up to date. */
export interface MigratedDatabase {
  database: Database;
  /** Removes it. */
  close(): Promise<void>;
}

/** @param template names what such databases are copied from: the same for the same migrations */
export async function openMigratedDatabase(
  template: string,
  migrations: readonly URL[],
): Promise<MigratedDatabase> {
  const prepare = (url: string) => migrateTestDatabase(url, migrations);
  const { url, drop } = await createTestDatabase({ template, prepare });
  const database = openTestDatabase(url);
  return {
    database,
    async close() {
      await closeDatabase(database);
      await drop();
    },
  };
}
