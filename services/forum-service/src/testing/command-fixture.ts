import { runInProcess } from '@guidepost/command-line/testing';
import { createTestDatabase, type MeilisearchAccess } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase, type ProgramResult } from '@guidepost/testing';
import { createForumProgram } from '../cli/command-line.ts';
import { migrateDatabase } from './test-service.ts';

/** Runs `forum` commands in this process. */
export interface Commands {
  forum(...words: string[]): Promise<ProgramResult>;
  /** The `--json` output of a command; throws when it fails. */
  answerOf(...words: string[]): Promise<unknown>;
  /** Detaches the commands from the database. */
  release(): void;
}

export interface CommandFixture extends Omit<Commands, 'release'> {
  database: Database;
  url: string;
  stop(): Promise<void>;
}

/** @param engine Meilisearch, if used */
export async function startCommandFixture(engine?: MeilisearchAccess): Promise<CommandFixture> {
  const { url, drop } = await createTestDatabase({ template: 'forum', prepare: migrateDatabase });
  const database = openTestDatabase(url);
  const { release, ...commands } = commandsOn(url, engine);
  return {
    ...commands,
    database,
    url,
    async stop() {
      release();
      await closeDatabase(database);
      await drop();
    },
  };
}

/** Points the commands of this process to a database, which a service may use too. */
export function commandsOn(url: string, engine?: MeilisearchAccess): Commands {
  const { env } = process;
  env.FORUM_DATABASE_URL = url;
  // An empty variable counts as unset.
  env.MEILI_URL = engine?.url ?? '';
  env.MEILI_KEY = engine?.key ?? '';
  return {
    forum: runForum,
    async answerOf(...words) {
      const { code, stdout, stderr } = await runForum(...words, '--json');
      if (code !== 0) throw new Error(`forum ${words.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    release() {
      delete env.FORUM_DATABASE_URL;
    },
  };
}

/** Runs `forum` in this process; see `runInProcess`. */
export function runForum(...words: string[]): Promise<ProgramResult> {
  return runInProcess(createForumProgram(), words);
}
