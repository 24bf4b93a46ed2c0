import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { commandLine } from '../programs/child-programs.ts';
import { findMeilisearch } from './find-meilisearch.ts';
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

/** Leaves what a Meilisearch of this version would have left. */
async function leaveData(version: string): Promise<void> {
  await (await start()).stop();
  await writeFile(join(directory, 'data', 'VERSION'), version);
  await writeFile(join(directory, 'data', 'left-over'), '');
}

describe('startMeilisearch', () => {
  it('starts a server that answers to its key alone', async () => {
    const { url, key, version, dropped } = await start();
    expect(await statusOf(url, key)).toBe(200);
    expect(await statusOf(url, 'another')).toBe(403);
    expect({ version, dropped }).toEqual({
      version: expect.stringMatching(/^1\.\d+\.\d+$/),
      dropped: undefined,
    });
  });

  it('keeps the folder and the key to ourselves, and the key out of sight', async () => {
    const { key, processId } = await start();
    expect(await permissionsOf(directory)).toBe(0o700);
    expect(await permissionsOf(join(directory, 'key'))).toBe(0o600);
    expect(await commandLine(processId)).not.toContain(key);
  });

  it('tells nobody about us', async () => {
    expect(await commandLine((await start()).processId)).toContain('--no-analytics');
  });

  it('has the same key when it is started again', async () => {
    const { key, stop } = await start();
    await stop();
    expect((await start()).key).toBe(key);
  });

  it('takes the port that it is told to', async () => {
    const { url, stop } = await start();
    await stop();
    expect((await start(Number(new URL(url).port))).url).toBe(url);
  });

  it('is out of reach of a Ctrl-C in our terminal', async () => {
    const { processId } = await start();
    const { stdout } = await promisify(execFile)('ps', ['-o', 'pgid=', '-p', String(processId)]);
    expect(Number(stdout)).toBe(processId);
  });

  it('takes a path with spaces and letters outside ASCII', async () => {
    directory = join(directory, 'Mina dokument på svenska');
    const { url, key } = await start();
    expect(await statusOf(url, key)).toBe(200);
  });

  it('lets nobody else start one on the same folder', async () => {
    const { processId } = await start();
    await expect(start()).rejects.toThrow(
      `runs on ${join(directory, 'data')} already (process ${processId}).`,
    );
  });

  it('says in one line that its port is taken', async () => {
    const { url } = await start();
    directory = `${directory}-2`;
    await expect(start(Number(new URL(url).port))).rejects.toThrow(
      /^Meilisearch: something else listens on 127\.0\.0\.1:\d+ already\.$/,
    );
  });
});

describe('data of another version', () => {
  it('are dropped, and the version is told', async () => {
    await leaveData('1.12.0');
    const { dropped, data, version } = await start();
    expect(dropped).toBe('1.12.0');
    expect(await readFile(join(data, 'VERSION'), 'utf8')).toBe(version);
    await expect(stat(join(data, 'left-over'))).rejects.toThrow('ENOENT');
  });

  it('are dropped also when an earlier start was interrupted at it', async () => {
    await leaveData('1.12.0');
    await mkdir(join(directory, 'data.dropped', 'indexes'), { recursive: true });
    expect((await start()).dropped).toBe('1.12.0');
    await expect(stat(join(directory, 'data.dropped'))).rejects.toThrow('ENOENT');
  });

  it('are none of this version, which stay', async () => {
    const { version, stop } = await start();
    await stop();
    await leaveData(version);
    const { dropped, data } = await start();
    expect(dropped).toBe(undefined);
    expect((await stat(join(data, 'left-over'))).isFile()).toBe(true);
  });

  it('are not taken for something else, which stays', async () => {
    await mkdir(join(directory, 'data'), { recursive: true });
    await writeFile(join(directory, 'data', 'diary.txt'), 'Dear diary');
    await expect(start()).rejects.toThrow('is not empty and holds no Meilisearch data: move it away.');
    expect(await readFile(join(directory, 'data', 'diary.txt'), 'utf8')).toBe('Dear diary');
  });
});

describe('the end of a server', () => {
  it('is told, also when nobody has stopped it', async () => {
    const { processId, ended } = await start();
    process.kill(processId, 'SIGKILL');
    await ended;
    expect(await commandLine(processId)).toBe('');
  });

  it('comes when it is stopped, and once', async () => {
    const { processId, stop } = await start();
    await stop();
    await stop();
    expect(await commandLine(processId)).toBe('');
  });

  it('comes with the end of the process that started it, and be it a kill -9; the next one can start at once', async () => {
    const { processId, kill } = await spawnHolder(program, directory);
    await kill();
    const { url, key } = await start();
    expect(await statusOf(url, key)).toBe(200);
    expect(await commandLine(processId)).toBe('');
  });
});
