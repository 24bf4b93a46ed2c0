import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@guidepost/local-servers/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openSearch, type SearchServer } from './search-server.ts';

let DATA_DIR: string;
let directory: string;
let said: string[];
let next: PromiseWithResolvers<string>;
const opened: SearchServer[] = [];

beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'guidepost-search-'));
  directory = join(DATA_DIR, 'meilisearch');
});
beforeEach(() => {
  said = [];
});
afterEach(() => Promise.all(opened.splice(0).map((search) => search.close())));
afterAll(() => rm(DATA_DIR, { recursive: true }));

async function open(settings: { MEILI_URL?: string } = {}): Promise<SearchServer> {
  const say = (line: string) => {
    said.push(line);
    next.resolve(line);
  };
  next = Promise.withResolvers();
  const search = await openSearch({ DATA_DIR, KB_PORT: 4010, FORUM_PORT: 4020, ...settings }, say);
  opened.push(search);
  return search;
}

async function killAndHear(words: string): Promise<void> {
  process.kill(Number(await readFile(join(directory, 'process-id'), 'utf8')), 'SIGKILL');
  await until(`the last line is ${words}`, () => said.at(-1)?.includes(words));
}

describe('npm start with a meilisearch on the PATH', () => {
  it('starts it, keeps its data under DATA_DIR and passes its URL to the services', async () => {
    const { environment } = await open();
    const headers = { authorization: `Bearer ${environment.MEILI_KEY}` };
    expect((await fetch(`${environment.MEILI_URL}/indexes`, { headers })).status).toBe(200);
    expect(said.map((line) => line.replace(directory, '…'))).toEqual([
      expect.stringMatching(/^Search is on Meilisearch 1\.\d+\.\d+; its data are in …$/),
    ]);
  });

  it('reports that the data of another version are indexed again', async () => {
    await (await open()).close();
    await writeFile(join(directory, 'data/VERSION'), '1.12.0');
    await open();
    expect(said.at(-1)).toMatch(/; what Meilisearch 1\.12\.0 had there is being indexed again$/);
  });

  it('restarts it with the same address and key when it is killed', async () => {
    const { environment } = await open();
    await killAndHear('Meilisearch is running again.');
    expect(said.at(-2)).toBe(
      `Meilisearch ended unexpectedly and is being restarted; its log is ${directory}.log`,
    );
    const headers = { authorization: `Bearer ${environment.MEILI_KEY}` };
    expect((await fetch(`${environment.MEILI_URL}/indexes`, { headers })).status).toBe(200);
  });

  it('falls back to the built-in search when it is killed and cannot be restarted', async () => {
    await open();
    await rm(join(directory, 'data/VERSION'));
    await killAndHear('Search has switched to the built-in one.');
    expect(said.at(-2)).toBe(
      `${join(directory, 'data')} is not empty but has no Meilisearch data: move it away.`,
    );
    await rm(directory, { recursive: true });
  });

  it('prints nothing when it is stopped', async () => {
    await (await open()).close();
    expect(said).toHaveLength(1);
  });

  it('starts none when MEILI_URL is set', async () => {
    await rm(directory, { recursive: true, force: true });
    expect((await open({ MEILI_URL: 'http://127.0.0.1:7700' })).environment).toEqual({});
    expect(said).toEqual(['Search is on the Meilisearch at http://127.0.0.1:7700']);
    await expect(stat(directory)).rejects.toThrow('ENOENT');
  });
});
