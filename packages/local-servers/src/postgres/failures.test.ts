import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@guidepost/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findBinaries, MAJOR_VERSION } from './binaries.ts';
import { startPostgres } from './start-postgres.ts';
import { type ClusterFolder, makeClusterFolder } from './testing/cluster-folder.ts';

const isRoot = process.getuid?.() === 0;

let folder: ClusterFolder;

beforeAll(async () => {
  folder = await makeClusterFolder();
});
afterAll(() => folder.remove());

async function failureOf(directory: string): Promise<string> {
  const error = await startPostgres({ directory, durable: false }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AppError);
  const { kind, message } = error as AppError;
  expect(kind).toBe('unavailable');
  expect(message).not.toContain('\n');
  return message;
}

describe('startPostgres reports in one line', () => {
  it('that the data are of another version, and what to do', async () => {
    const directory = await folder.initialized();
    await writeFile(join(directory, 'PG_VERSION'), '17\n');
    const message = await failureOf(directory);
    expect(message).toContain(
      `${directory} holds data of PostgreSQL 17, but this is PostgreSQL ${MAJOR_VERSION}`,
    );
    expect(message).toContain('KB_DATABASE_URL');
  });

  it('that the folder contains something else', async () => {
    const directory = await folder.newDirectory();
    await mkdir(directory);
    await writeFile(join(directory, 'diary.txt'), '');
    expect(await failureOf(directory)).toContain(`${directory} is not empty but has no PostgreSQL data`);
  });

  it('why the server does not start and where its log is', async () => {
    const directory = await folder.initialized();
    await appendFile(join(directory, 'postgresql.conf'), 'nonsense = on\n');
    const message = await failureOf(directory);
    expect(message).toMatch(/^PostgreSQL did not start: .*postgresql\.conf/);
    expect(message).toContain(`${directory}.log`);
  });

  // Root can access everything.
  if (!isRoot) {
    it('that permission is missing', async () => {
      const directory = await folder.newDirectory();
      await chmod(dirname(directory), 0o500);
      expect(await failureOf(directory)).toContain('no permission');
      await chmod(dirname(directory), 0o700);
    });
  }
});

describe('findBinaries', () => {
  it('suggests WSL on Windows', async () => {
    await expect(findBinaries('win32')).rejects.toThrow('WSL');
  });

  it('suggests KB_DATABASE_URL on a platform without binaries', async () => {
    await expect(findBinaries('freebsd')).rejects.toThrow('KB_DATABASE_URL');
  });

  it('finds the expected version of PostgreSQL', async () => {
    const { postgres } = await findBinaries();
    const { stdout } = await promisify(execFile)(postgres, ['--version']);
    expect(stdout).toContain(`(PostgreSQL) ${MAJOR_VERSION}.`);
  });
});
