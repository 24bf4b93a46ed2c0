import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openSearch, type SearchServer } from './search-server.ts';

let DATA_DIR: string;
let directory: string;
let said: string[];
/** Resolves with what is said next. */
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

describe('npm start with a meilisearch on the PATH', () => {
  it('starts it, keeps its data under DATA_DIR and tells the services where it is', async () => {
    const { environment } = await open();
    const headers = { authorization: `Bearer ${environment.MEILI_KEY}` };
    expect((await fetch(`${environment.MEILI_URL}/indexes`, { headers })).status).toBe(200);
    expect(said.map((line) => line.replace(directory, '…'))).toEqual([
      expect.stringMatching(/^Search is on Meilisearch 1\.\d+\.\d+; its data are in …$/),
    ]);
  });

  it('says that the data of another version are indexed again', async () => {
    await (await open()).close();
    await writeFile(join(directory, 'data/VERSION'), '1.12.0');
    await open();
    expect(said.at(-1)).toMatch(/; what Meilisearch 1\.12\.0 had there is being indexed again$/);
  });

  it('says that it has ended, when nobody has stopped it', async () => {
    await open();
    next = Promise.withResolvers();
    process.kill(Number(await readFile(join(directory, 'process-id'), 'utf8')), 'SIGKILL');
    expect(await next.promise).toBe(
      `Meilisearch has ended; search goes on in PostgreSQL. Its log is ${directory}.log`,
    );
  });

  it('says nothing when it is stopped', async () => {
    await (await open()).close();
    expect(said).toHaveLength(1);
  });

  it('starts none when MEILI_URL names one', async () => {
    await rm(directory, { recursive: true });
    expect((await open({ MEILI_URL: 'http://127.0.0.1:7700' })).environment).toEqual({});
    expect(said).toEqual(['Search is on the Meilisearch at http://127.0.0.1:7700']);
    await expect(stat(directory)).rejects.toThrow('ENOENT');
  });
});
