import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch } from '../embedded/embedded-search.ts';
import { ENGLISH } from '../testing/contract-documents.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { createSearcher } from './searcher.ts';

const FIND_SNAPSHOT = `
  select search_revision($1) as revision, 'not_ready' as state, null as index_name, '{}'::bigint[] as excluded`;

let opened: SearchDatabase;
beforeAll(async () => {
  opened = await openSearchDatabase();
  const titles = Array.from({ length: 700 }, (_, number) => `Rose ${number}`);
  const documents = [...titles, 'Roses and violets', 'Violets'].map((title, place) => ({
    id: place + 1,
    fields: [title],
    facets: {},
    hidden: title === 'Violets',
  }));
  await createEmbeddedSearch(opened.database).put(ENGLISH, documents);
});
afterAll(() => opened.close());

function openSearcher(memory: number) {
  const log: string[] = [];
  const metrics = createMetrics('test');
  const searcher = createSearcher({
    database: opened.database,
    memory,
    logger: createLogger({
      service: 'test',
      level: 'info',
      stream: { write: (line) => void log.push(line) },
    }),
    metrics,
    findSnapshot: ({ tenant }) => opened.database.one(FIND_SNAPSHOT, [tenant.id]),
  });
  const request = (text: string) => ({ tenant: ENGLISH, query: createAnalyzer('en').query(text) });
  return {
    log,
    searcher,
    page: (text: string, offset = 0) => searcher.page({ ...request(text), offset, limit: 10 }),
    all: (text: string) => searcher.all(request(text)),
    async counts() {
      const text = await metrics.registry.metrics();
      const found = text.matchAll(/^searches_total\{engine="(.+?)",reason="(.+?)".*\} (\d+)$/gm);
      return [...found].map(([, engine, reason, count]) => `${engine} ${reason} ${count}`);
    },
  };
}

describe('a tenant whose index does not fit into the memory', () => {
  it('is searched in the database, which the log and the desk say once', async () => {
    const { page, log, searcher, counts } = openSearcher(1_000);
    expect(await searcher.engineHealth(ENGLISH.id)).toMatchObject({ isNeeded: false });
    for (let times = 0; times < 3; times += 1)
      expect(await page('violets')).toEqual({
        ids: [701],
        total: 1,
        corrections: [],
        otherWords: [],
        missing: [],
      });
    expect(log.filter((line) => line.includes('SEARCH_MEMORY'))).toHaveLength(1);
    expect(await searcher.engineHealth(ENGLISH.id)).toMatchObject({ isNeeded: true });
    expect(await searcher.engineHealth(2)).toMatchObject({ isNeeded: false });
    expect(await counts()).toEqual(['database too_large 3']);
  });

  it('has partial results where there is more than can be looked at, with all words first', async () => {
    const { page } = openSearcher(1_000);
    const result = await page('rose');
    expect(result).toMatchObject({ total: 500, partial: true });
    expect(result.ids).toHaveLength(10);
    expect((await page('roses violets')).ids[0]).toBe(701);
    expect((await page('rose', 490)).ids).toHaveLength(10);
    expect((await page('rose', 500)).ids).toEqual([]);
  });

  it('lists all results in other orders', async () => {
    const { all } = openSearcher(1_000);
    const { ids, partial } = await all('rose');
    expect([ids.length, new Set(ids).size, partial]).toEqual([701, 701, undefined]);
    const { ids: ofSeveral } = await all('rose roses');
    expect([ofSeveral.length, new Set(ofSeveral).size]).toEqual([701, 701]);
    expect((await all('"roses and violets"')).ids).toEqual([701]);
    expect((await all('"violets and roses"')).ids).toEqual([]);
  });
});

describe('a tenant whose index fits', () => {
  it('is searched in the process, with the same results', async () => {
    const [small, large] = [openSearcher(1_000), openSearcher(100_000_000)];
    for (const text of ['violets', 'rose 17', 'ros 23', 'rsoe 40', '"rose 300"'])
      expect([text, await small.page(text)]).toEqual([
        text,
        { ...(await large.page(text)), ...(await partialOf(small, text)) },
      ]);
    expect(await large.counts()).toEqual(['embedded usual 5']);
  });

  async function partialOf({ page }: ReturnType<typeof openSearcher>, text: string) {
    const { total, partial } = await page(text);
    return partial ? { total, partial } : {};
  }
});
