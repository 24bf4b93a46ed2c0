import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { archiveLines } from '../../archives/archive.ts';
import type { BenchPlace } from '../bench-place.ts';
import { runForumCommand } from '../measured-command.ts';
import { ACCOUNT } from './import-archive.ts';

/** A forum with a generated archive in it. */
export interface FilledForum {
  slug: string;
  id: number;
}

/** What is measured on. */
export interface ForumContent {
  /** Of the same sort as the large one, and a hundredth of it. */
  small: FilledForum;
  large: FilledForum;
  /** Of the account that owns both. */
  key: string;
}

export const SMALL_SIZE = { dialogs: 1_000, comments: 5_000, seed: 1 };

/** Imports a small forum beside the large one, which is there. */
export async function writeSmallForum({ databaseUrl, directory }: BenchPlace): Promise<ForumContent> {
  const file = join(directory, 'small.ndjson');
  await pipeline(archiveLines(SMALL_SIZE), createWriteStream(file));
  await runForumCommand(databaseUrl, 'create', 'small', '--account', ACCOUNT, '--name', 'Small');
  await runForumCommand(databaseUrl, 'import', 'small', file);
  const { document } = await runForumCommand(databaseUrl, 'key', 'create', ACCOUNT, 'bench');
  return withDatabase(databaseUrl, async (database) => {
    // Else services would feed their search index during all that is measured.
    await database.none('delete from search_queue');
    await database.none('vacuum analyze');
    const [small, large] = [await findForum(database, 'small'), await findForum(database, 'large')];
    return { small, large, key: String(document.key) };
  });
}

function findForum(database: Database, slug: string): Promise<FilledForum> {
  return database.one('select id, slug from forums where slug = $1', [slug]);
}

/** Lends a pool of eight connections. */
export async function withDatabase<Result>(
  url: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url, poolSize: 8, applicationName: 'bench', statementTimeout: 0 });
  try {
    return await use(database);
  } finally {
    await closeDatabase(database);
  }
}
