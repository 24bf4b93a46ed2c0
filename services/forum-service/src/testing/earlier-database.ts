import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { closeDatabase, type Database, migrate } from '@guidepost/postgres';
import { SEARCH_MIGRATIONS } from '@guidepost/search';
import { createTestDatabase, openTestDatabase } from '@guidepost/testing';

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** A database as an earlier version left it. */
export interface EarlierDatabase {
  database: Database;
  drop(): Promise<void>;
}

/** @param migration the number of the first migration that the version did not have: `0006` */
export async function openEarlierDatabase(migration: string): Promise<EarlierDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-migrations-'));
  const template = `before-${migration}`;
  const { url, drop } = await createTestDatabase({ template, prepare: async () => {} });
  const database = openTestDatabase(url);
  const earlier = (await readdir(FOLDER)).filter((name) => name < migration);
  for (const name of earlier) await copyFile(join(FOLDER, name), join(folder, name));
  await migrate(database, [SEARCH_MIGRATIONS, pathToFileURL(`${folder}/`)]);
  await rm(folder, { recursive: true });
  return {
    database,
    async drop() {
      await closeDatabase(database);
      await drop();
    },
  };
}
