import { closeDatabase, type Database, migrate, openDatabase } from '@guidepost/postgres';
import { createTestDatabase } from '@guidepost/testing';
import { SEARCH_MIGRATIONS } from '../schema.ts';

/** A database of its own with nothing but the search tables. */
export interface SearchDatabase {
  database: Database;
  close(): Promise<void>;
}

export async function openSearchDatabase(): Promise<SearchDatabase> {
  const { url, drop } = await createTestDatabase({ template: 'search', prepare: prepareDatabase });
  const database = connect(url);
  return {
    database,
    async close() {
      await closeDatabase(database);
      await drop();
    },
  };
}

async function prepareDatabase(url: string): Promise<void> {
  const database = connect(url);
  await migrate(database, [SEARCH_MIGRATIONS]);
  await closeDatabase(database);
}

function connect(url: string): Database {
  return openDatabase({ url, poolSize: 5, applicationName: 'guidepost test', statementTimeout: 0 });
}
