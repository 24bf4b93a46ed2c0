import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { archiveLines } from '../../archives/archive.ts';
import type { BenchPlace } from '../bench-place.ts';
import { type CommandRun, runForumCommand } from '../service-command.ts';

/** A forum with a generated archive in it. */
export interface FilledForum {
  slug: string;
  id: number;
  dialogs: number;
}

/** What is measured on. */
export interface ForumContent {
  small: FilledForum;
  large: FilledForum;
  /** Of the account that owns both. */
  key: string;
  /** The import of the large one. */
  imported: CommandRun;
}

export const SIZES = {
  small: { dialogs: 1_000, comments: 5_000 },
  large: { dialogs: 100_000, comments: 500_000 },
};

const ACCOUNT = 'Bench';

/** Makes two forums of the same sort, one a hundred times as large as the other. */
export async function writeForums({ databaseUrl, directory }: BenchPlace): Promise<ForumContent> {
  const forum = (...words: string[]) => runForumCommand(databaseUrl, ...words);
  await forum('account', 'create', ACCOUNT, '--api-keys');
  const { document } = await forum('key', 'create', ACCOUNT, 'bench');
  const runs: Record<string, CommandRun> = {};
  for (const [slug, size] of Object.entries(SIZES)) {
    const file = join(directory, `${slug}.ndjson`);
    await pipeline(archiveLines({ ...size, seed: 1 }), createWriteStream(file));
    await forum('create', slug, '--account', ACCOUNT, '--name', slug);
    runs[slug] = await forum('import', slug, file);
  }
  const { small, large } = await withDatabase(databaseUrl, async (database) => {
    // Else services would feed their search index during all that is measured.
    await database.none('delete from search_queue');
    await database.none('vacuum analyze');
    return { small: await findForum(database, 'small'), large: await findForum(database, 'large') };
  });
  if (!runs.large) throw new Error('the large archive was not imported');
  return { small, large, key: String(document.key), imported: runs.large };
}

function findForum(database: Database, slug: 'small' | 'large'): Promise<FilledForum> {
  return database.one('select id, slug, $2::integer as dialogs from forums where slug = $1', [
    slug,
    SIZES[slug].dialogs,
  ]);
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
