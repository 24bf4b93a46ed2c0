import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { AppError } from '@guidepost/service-kit';
import type { ProgramResult } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import type { OutputOptions } from './options.ts';
import { type CommandEntry, createProgram } from './program.ts';
import { createMigrate, createRunCommand, type RunCommand } from './run-command.ts';
import { runInProcess } from './testing/index.ts';

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

  function run(...words: string[]): Promise<ProgramResult> {
    const service = {
      name: 'example',
      urlVariable: 'EXAMPLE_DATABASE_URL',
      migrations: [pathToFileURL(`${migrations}/`)],
    };
    const runCommand = createRunCommand(service, { EXAMPLE_DATABASE_URL: database.url });
    const commands: CommandEntry[] = [
      ['migrate|update', 'change the schema', async () => createMigrate(runCommand)],
      ['fail', 'fail', async () => addFail(runCommand, () => failure)],
      ['broken', 'is not loaded', () => Promise.reject(new Error('a command that does not load'))],
    ];
    const { urlVariable } = service;
    const program = createProgram({ name: 'example', description: 'An example.', urlVariable, commands });
    return runInProcess(program, words);
  }

  beforeAll(async () => {
    migrations = await mkdtemp(join(tmpdir(), 'guidepost-migrations-'));
    await writeFile(join(migrations, '0001-things.sql'), 'create table things (id bigint)');
  });

  beforeEach(async () => {
    database = await createTestDatabase({ template: 'empty', prepare: async () => {} });
  });

  afterEach(async () => {
    await database.drop();
  });

  afterAll(() => rm(migrations, { recursive: true }));

  it('does its work on a database with the schema of today, and ends with 0', async () => {
    expect(await run('migrate')).toEqual({ code: 0, stdout: 'Applied 0001-things.sql.\n', stderr: '' });
    expect(await run('migrate', '--json')).toEqual({
      code: 0,
      stdout: '{\n  "applied": []\n}\n',
      stderr: '',
    });
  });

  it('explains itself, and ends with 0', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: example /);
    expect(stdout).toContain('Database: EXAMPLE_DATABASE_URL,');
    expect(stdout).toMatch(
      /^ {2}migrate\|update +change the schema\n {2}fail +fail\n {2}broken +is not loaded$/m,
    );
  });

  it.each([
    ['help', 'update'],
    ['update', '--help'],
    ['--help', 'migrate'],
  ])('loads only the command that is named: %s %s', async (...words) => {
    expect(await run(...words)).toMatchObject({ code: 0, stdout: expect.stringContaining('migrate') });
    expect(await run('broken')).toMatchObject({ code: 1, stderr: expect.stringContaining('does not load') });
  });

  it.each([
    ['an error of ours in its own words', new AppError('not-found', 'Nothing here.'), /^Nothing here\.\n$/],
    [
      'missing privileges in the words of the database',
      REFUSAL,
      /^Database access denied: permission denied for table x\n$/,
    ],
    ['a defect with its stack', new Error('a defect'), /^Error: a defect\n +at .*program\.test/],
  ])('that fails shows %s, and ends with 1', async (_, error, shown) => {
    failure = error;
    expect(await run('fail')).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(shown) });
  });

  it.each([['migrat'], ['migrate', '--jsn'], ['migrate', 'x'], []])(
    'that is used wrongly ends with 2: %s %s',
    async (...words) => {
      expect(await run(...words)).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^(error|Usage): /),
      });
    },
  );
});
