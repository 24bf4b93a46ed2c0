import { createTestDatabase } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database, migrate, openDatabase } from '@guidepost/postgres';

/** Opens a database for a test, which must close it. */
export function openTestDatabase(url: string): Database {
  return openDatabase({ url, poolSize: 5, applicationName: 'guidepost test', statementTimeout: 0 });
}

export async function migrateTestDatabase(url: string, migrations: readonly URL[]): Promise<void> {
  const database = openTestDatabase(url);
  await migrate(database, migrations);
  await closeDatabase(database);
}

export interface MigratedDatabase {
  database: Database;
  close(): Promise<void>;
}

/** @param template names the template: equal for equal migrations */
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
