import { runInProcess } from '@guidepost/command-line/testing';
import { createTestDatabase, type MeilisearchAccess } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase, type ProgramResult } from '@guidepost/testing';
import { createForumProgram } from '../cli/command-line.ts';
import { migrateDatabase } from './test-service.ts';

/** `forum` working on a database in this process. */
export interface Commands {
  /** Runs a command to its end. */
  forum(...words: string[]): Promise<ProgramResult>;
  /** What a command prints with `--json`; fails when the command does. */
  answerOf(...words: string[]): Promise<unknown>;
  /** Has commands work on no database any more. */
  release(): void;
}

export interface CommandFixture extends Omit<Commands, 'release'> {
  database: Database;
  url: string;
  stop(): Promise<void>;
}

/** @param engine what searches beside the database, if anything does */
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

/** Has the commands of this process work on a database, which a service may work on as well. */
export function commandsOn(url: string, engine?: MeilisearchAccess): Commands {
  const { env } = process;
  env.FORUM_DATABASE_URL = url;
  // An empty one counts as none.
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

/** Runs `forum` to its end, in this process; see `runInProcess`. */
export function runForum(...words: string[]): Promise<ProgramResult> {
  return runInProcess(createForumProgram(), words);
}
