import { runProgram } from '@guidepost/command-line';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { createTestDatabase, openTestDatabase, type ProgramResult } from '@guidepost/testing';
import { jest } from '@jest/globals';
import { createForumProgram } from '../cli/command-line.ts';
import { migrateDatabase } from './test-service.ts';

/** A database, and `forum` working on it in this process. */
export interface CommandFixture {
  database: Database;
  url: string;
  /** Runs a command to its end. */
  forum(...words: string[]): Promise<ProgramResult>;
  /** What a command prints with `--json`; fails when the command does. */
  answerOf(...words: string[]): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startCommandFixture(): Promise<CommandFixture> {
  const { url, drop } = await createTestDatabase({ template: 'forum', prepare: migrateDatabase });
  const database = openTestDatabase(url);
  process.env.FORUM_DATABASE_URL = url;
  return {
    database,
    url,
    forum: runForum,
    async answerOf(...words) {
      const { code, stdout, stderr } = await runForum(...words, '--json');
      if (code !== 0) throw new Error(`forum ${words.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    async stop() {
      delete process.env.FORUM_DATABASE_URL;
      await closeDatabase(database);
      await drop();
    },
  };
}

/** `forum` as a process would run it, with what it prints caught. */
export async function runForum(...words: string[]): Promise<ProgramResult> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
  );
  try {
    return { code: await runProgram(createForumProgram(), words), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
