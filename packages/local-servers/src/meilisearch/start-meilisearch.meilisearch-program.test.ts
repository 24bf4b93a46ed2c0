import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { commandLine } from '../programs/child-programs.ts';
import { findMeilisearch } from '../programs/find-programs.ts';
import { type LocalMeilisearch, startMeilisearch } from './start-meilisearch.ts';
import { spawnHolder } from './testing/holder-process.ts';

const program = findMeilisearch() ?? '';

let folder: string;
let directory: string;
const started: LocalMeilisearch[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-embedded-'));
});
beforeEach(async () => {
  directory = join(await mkdtemp(join(folder, 'test-')), 'meilisearch');
});
afterEach(() => Promise.all(started.splice(0).map((server) => server.stop())));
afterAll(() => rm(folder, { recursive: true }));

async function start(port?: number): Promise<LocalMeilisearch> {
  const server = await startMeilisearch({ program, directory, ...(port && { port }) });
  started.push(server);
  return server;
}

async function statusOf(url: string, key: string): Promise<number> {
  return (await fetch(`${url}/indexes`, { headers: { authorization: `Bearer ${key}` } })).status;
}

async function permissionsOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

async function leaveData(version: string): Promise<void> {
  await (await start()).stop();
  await writeFile(join(directory, 'data', 'VERSION'), version);
  await writeFile(join(directory, 'data', 'left-over'), '');
}

describe('startMeilisearch', () => {
  it('starts a server that only accepts its key', async () => {
    const { url, key, version, dropped } = await start();
    expect(await statusOf(url, key)).toBe(200);
    expect(await statusOf(url, 'another')).toBe(403);
    expect({ version, dropped }).toEqual({
      version: expect.stringMatching(/^1\.\d+\.\d+$/),
      dropped: undefined,
    });
  });

  it('keeps folder and key private, and the key out of the process list', async () => {
    const { key, processId } = await start();
    expect(await permissionsOf(directory)).toBe(0o700);
    expect(await permissionsOf(join(directory, 'key'))).toBe(0o600);
    expect(await commandLine(processId)).not.toContain(key);
  });

  it('disables telemetry', async () => {
    expect(await commandLine((await start()).processId)).toContain('--no-analytics');
  });

  it('keeps its key across starts', async () => {
    const { key, stop } = await start();
    await stop();
    expect((await start()).key).toBe(key);
  });

  it('uses the given port', async () => {
    const { url, stop } = await start();
    await stop();
    expect((await start(Number(new URL(url).port))).url).toBe(url);
  });

  it('ignores Ctrl-C in our terminal', async () => {
    const { processId } = await start();
    const { stdout } = await promisify(execFile)('ps', ['-o', 'pgid=', '-p', String(processId)]);
    expect(Number(stdout)).toBe(processId);
  });

  it('accepts a path with spaces and non-ASCII letters', async () => {
    directory = join(directory, 'Mina dokument på svenska');
    const { url, key } = await start();
    expect(await statusOf(url, key)).toBe(200);
  });

  it('refuses a second server on the same folder', async () => {
    const { processId } = await start();
    await expect(start()).rejects.toThrow(
      `already runs on ${join(directory, 'data')} (process ${processId}).`,
    );
  });

  it('reports in one line that its port is taken', async () => {
    const { url } = await start();
    directory = `${directory}-2`;
    await expect(start(Number(new URL(url).port))).rejects.toThrow(
      /^Meilisearch: another program already listens on 127\.0\.0\.1:\d+\.$/,
    );
  });
});

describe('data of another version', () => {
  it('are removed, and the version is returned', async () => {
    await leaveData('1.12.0');
    const { dropped, data, version } = await start();
    expect(dropped).toBe('1.12.0');
    expect(await readFile(join(data, 'VERSION'), 'utf8')).toBe(version);
    await expect(stat(join(data, 'left-over'))).rejects.toThrow('ENOENT');
  });

  it('are removed even if an earlier removal was interrupted', async () => {
    await leaveData('1.12.0');
    await mkdir(join(directory, 'data.dropped', 'indexes'), { recursive: true });
    expect((await start()).dropped).toBe('1.12.0');
    await expect(stat(join(directory, 'data.dropped'))).rejects.toThrow('ENOENT');
  });

  it('are kept if the version is the same', async () => {
    const { version, stop } = await start();
    await stop();
    await leaveData(version);
    const { dropped, data } = await start();
    expect(dropped).toBe(undefined);
    expect((await stat(join(data, 'left-over'))).isFile()).toBe(true);
  });

  it('are not confused with other files, which are kept', async () => {
    await mkdir(join(directory, 'data'), { recursive: true });
    await writeFile(join(directory, 'data', 'diary.txt'), 'Dear diary');
    await expect(start()).rejects.toThrow('is not empty but has no Meilisearch data: move it away.');
    expect(await readFile(join(directory, 'data', 'diary.txt'), 'utf8')).toBe('Dear diary');
  });
});

describe('the end of a server', () => {
  it('is reported even if it was not stopped by us', async () => {
    const { processId, ended } = await start();
    process.kill(processId, 'SIGKILL');
    await ended;
    expect(await commandLine(processId)).toBe('');
  });

  it('follows a stop, once', async () => {
    const { processId, stop } = await start();
    await stop();
    await stop();
    expect(await commandLine(processId)).toBe('');
  });

  it('follows the end of its parent, even by SIGKILL; the next one can start at once', async () => {
    const { processId, kill } = await spawnHolder(program, directory);
    await kill();
    const { url, key } = await start();
    expect(await statusOf(url, key)).toBe(200);
    expect(await commandLine(processId)).toBe('');
  });
});
