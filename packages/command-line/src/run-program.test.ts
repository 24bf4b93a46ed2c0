import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { AppError } from '@guidepost/service-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Command } from 'commander';
import { createMigrate } from './migrate.ts';
import type { OutputOptions } from './options.ts';
import { createProgram } from './program.ts';
import { createRunCommand, type RunCommand } from './run-command.ts';
import { runProgram } from './run-program.ts';

const REFUSAL = Object.assign(new Error('permission denied for table x'), { code: '42501' });

/** A command that fails as it is told to. */
function addFail(runCommand: RunCommand, error: () => unknown): (program: Command) => void {
  return (program) =>
    program
      .command('fail')
      .option('--json')
      .action((options: OutputOptions) =>
        runCommand(options, async () => {
          throw error();
        }),
      );
}

describe('a program', () => {
  let database: TestDatabase;
  let migrations: string;
  let failure: unknown;
  let printed: { stdout: string; stderr: string };

  function run(...words: string[]): Promise<number> {
    const service = {
      name: 'example',
      urlVariable: 'EXAMPLE_DATABASE_URL',
      migrations: [pathToFileURL(`${migrations}/`)],
    };
    const runCommand = createRunCommand(service, { EXAMPLE_DATABASE_URL: database.url });
    const commands = [createMigrate(runCommand), addFail(runCommand, () => failure)];
    const { urlVariable } = service;
    const program = createProgram({ name: 'example', description: 'An example.', urlVariable, commands });
    return runProgram(program, words);
  }

  beforeAll(async () => {
    migrations = await mkdtemp(join(tmpdir(), 'guidepost-migrations-'));
    await writeFile(join(migrations, '0001-things.sql'), 'create table things (id bigint)');
  });

  beforeEach(async () => {
    database = await createTestDatabase({ template: 'empty', prepare: async () => {} });
    printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      jest.spyOn(process[name], 'write').mockImplementation((text) => {
        printed[name] += String(text);
        return true;
      });
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await database.drop();
  });

  afterAll(() => rm(migrations, { recursive: true }));

  it('does its work on a database with the schema of today, and ends with 0', async () => {
    expect(await run('migrate')).toBe(0);
    expect(await run('migrate', '--json')).toBe(0);
    expect(printed).toEqual({ stdout: 'Applied 0001-things.sql.\n{\n  "applied": []\n}\n', stderr: '' });
  });

  it('explains itself, and ends with 0', async () => {
    expect(await run('--help')).toBe(0);
    expect(printed.stdout).toMatch(/^Usage: example /);
    expect(printed.stdout).toContain('Database: EXAMPLE_DATABASE_URL,');
  });

  it.each([
    ['an error of ours in its own words', new AppError('not-found', 'Nothing here.'), /^Nothing here\.\n$/],
    [
      'missing privileges in the words of the database',
      REFUSAL,
      /^Database access denied: permission denied for table x\n$/,
    ],
    ['a defect with its stack', new Error('a defect'), /^Error: a defect\n +at .*run-program\.test/],
  ])('that fails shows %s, and ends with 1', async (_, error, shown) => {
    failure = error;
    expect(await run('fail')).toBe(1);
    expect(printed).toEqual({ stdout: '', stderr: expect.stringMatching(shown) });
  });

  it.each([['migrat'], ['migrate', '--jsn'], ['migrate', 'x'], []])(
    'that is used wrongly ends with 2: %s %s',
    async (...words) => {
      expect(await run(...words)).toBe(2);
      expect(printed).toEqual({ stdout: '', stderr: expect.stringMatching(/^(error|Usage): /) });
    },
  );
});
