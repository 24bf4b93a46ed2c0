import { randomUUID } from 'node:crypto';
import { meilisearchForTests, until } from '@guidepost/local-servers/testing';
import type { ProxyFault } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Meilisearch } from 'meilisearch';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createMeilisearch } from '../meilisearch/meilisearch-engine.ts';
import { ENGLISH } from '../testing/contract-documents.ts';
import { forgetCounts } from '../testing/fed-engine.ts';
import { openServedEngine, type ServedEngine } from '../testing/served-engine.ts';

let served: ServedEngine;

beforeAll(async () => {
  served = await openServedEngine();
  await served.write(1, 'Roses');
  await served.write(2, 'Roses and violets');
  await served.write(9, HERBS.join(' '));
  await served.handOver();
  await served.fill();
});
afterAll(() => served.close());

beforeEach(async () => {
  await served.takeCounts();
  served.takeLog();
});

const queryOf = (text: string) => createAnalyzer('en').query(text);
const REQUEST = { tenant: ENGLISH, query: queryOf('roses'), offset: 0, limit: 10 };
const page = ({ query = 'roses', ...request }: { query?: string; offset?: number; limit?: number } = {}) =>
  served.searcher.page({ ...REQUEST, query: queryOf(query), ...request });
const ROSES = { ids: [1, 2], total: 2, corrections: [], otherWords: [], missing: [] };
/** Eleven words, which one document has. */
const HERBS = 'anise basil chives dill fennel lovage mint oregano parsley sage thyme'.split(' ');
const herbs = (count: number) => HERBS.slice(0, count).join(' ');

afterEach(mend);

/** Waits until the backlog is empty and the engine answers again. */
async function mend(): Promise<void> {
  await served.database.none('delete from search_queue; delete from search_backlog');
  await served.proxy.heal();
  await until('the engine answers', async () => {
    await page();
    return (await served.takeCounts())['meilisearch usual'] === 1;
  });
}

/** Makes the database refer to another index meanwhile. */
async function onAnotherIndex(name: string, action: () => Promise<void>): Promise<void> {
  const own = await served.indexName();
  await served.database.none('update search_indexes set name = $1', [name]);
  await action();
  await served.database.none('update search_indexes set name = $1', [own]);
}

describe('a searcher with an engine', () => {
  it('uses the engine', async () => {
    expect(await page()).toEqual(ROSES);
    expect(await served.takeCounts()).toEqual({ 'meilisearch usual': 1 });
    expect(await served.searcher.answering()).toBe('meilisearch');
  });

  it.each([
    ['ten words', { query: herbs(10) }],
    ['words among many that no document has', { query: `${herbs(10)} oak pine yew` }],
    ['the deepest page that the engine counts', { offset: 9_990 }],
    ['more words than ten', { query: herbs(11) }],
    ['no words', { query: '…' }],
    ['words that no document has', { query: 'oak' }],
    ['words in quotes', { query: '"roses and violets"' }],
    ['pages that are too deep', { offset: 9_991 }],
  ])('uses it for %s', async (_, request) => {
    await page(request);
    expect(await served.takeCounts()).toEqual({ 'meilisearch usual': 1 });
  });

  it('reads no index of the tenant into the process', async () => {
    const statements: string[] = [];
    const searcher = served.searcherOf(served.engine, (text) => statements.push(text));
    expect(await searcher.page(REQUEST)).toEqual(ROSES);
    expect(statements.filter((text) => text.includes('d.revision, d.document_id'))).toEqual([]);
    expect(statements.length).toBeLessThan(6);
  });

  it('looks for quotations in the rows of candidates', async () => {
    expect(await page({ query: '"roses and violets"' })).toMatchObject({ ids: [2], total: 1 });
    expect(await page({ query: '"violets and roses"' })).toMatchObject({ ids: [], total: 0 });
  });

  it('lists all results in another order by the index of the database', async () => {
    const { ids } = await served.searcher.all({ tenant: ENGLISH, query: queryOf('roses') });
    expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(await served.takeCounts()).toEqual({ 'database order': 1 });
  });

  it('leaves everything to the embedded engine until the words of all documents are counted', async () => {
    await forgetCounts(served.database);
    expect(await page()).toEqual(ROSES);
    await served.write(1, 'Roses');
    await served.write(2, 'Roses and violets');
    await served.write(9, HERBS.join(' '));
    await served.handOver();
    await served.fill();
    expect(await page()).toEqual(ROSES);
    expect(await served.takeCounts()).toEqual({ 'embedded counting': 1, 'meilisearch usual': 1 });
  });

  it.each([
    [
      'was never complete',
      'not_ready',
      'update search_indexes set ready = false',
      'update search_indexes set ready = true',
    ],
    [
      'has different settings',
      'not_ready',
      `update search_indexes set settings = 'x' || settings`,
      'update search_indexes set settings = substr(settings, 2)',
    ],
    [
      'has lagged behind for more than ten seconds',
      'behind',
      `insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
       select id, 1, 1, 1, now() - interval '11 seconds' from search_indexes`,
      'delete from search_backlog',
    ],
  ])(
    'leaves everything to the embedded engine while the index %s, and says so once',
    async (_, reason, begin, end) => {
      await served.database.none(begin);
      expect([await page(), await page()]).toEqual([ROSES, ROSES]);
      expect(await served.searcher.answering()).toBe('embedded, standing by');
      await served.database.none(end);
      expect([await page(), await page()]).toEqual([ROSES, ROSES]);
      expect(await served.takeCounts()).toEqual({ [`embedded ${reason}`]: 2, 'meilisearch usual': 2 });
      expect(served.takeLog()).toMatchObject([
        {
          level: 40,
          engine: 'meilisearch',
          reason,
          msg: 'searches are answered by the service itself for now',
        },
        { level: 30, engine: 'meilisearch', msg: 'searches are answered by the search engine again' },
      ]);
    },
  );

  it.each([
    ['a moment ago', `now() - interval '9 seconds'`, null],
    ['long ago, and was set aside', `now() - interval '1 day'`, 'too long'],
  ])('uses the engine although a change was made %s', async (_, since, setAside) => {
    await served.database.none(
      `insert into search_backlog (index_id, tenant_id, document_id, change, queued_at, set_aside)
       select id, 1, 1, 1, ${since}, $1 from search_indexes`,
      [setAside],
    );
    expect(await page()).toEqual(ROSES);
    expect(await served.takeCounts()).toEqual({ 'meilisearch usual': 1 });
  });
});

it('does not count time in the queue of the local index as engine lag', async () => {
  await served.write(1, 'Roses');
  await served.database.none(`update search_queue set queued_at = now() - interval '1 hour'`);
  await served.handOver();
  expect(await page()).toEqual(ROSES);
  expect(await served.takeCounts()).toEqual({ 'meilisearch usual': 1 });
});

describe('removed documents', () => {
  it('are neither found nor counted by either engine, wherever they are queued', async () => {
    await served.write(3, 'Roses, too');
    await served.handOver();
    await served.fill();
    await served.write(3, undefined);
    const wait = [async () => {}, () => served.handOver(), () => served.fill()];
    for (const pass of wait) {
      await pass();
      expect(await page()).toEqual(ROSES);
      expect(await page({ limit: 0 })).toMatchObject({ total: 2 });
      expect((await served.searcher.all({ tenant: ENGLISH, query: queryOf('roses') })).ids).toHaveLength(2);
    }
    expect(await served.takeCounts()).toEqual({ 'meilisearch usual': 6, 'database order': 3 });
  });

  it.each([200, 201, 2_000])('are sent as exclusions up to a limit: %d documents', async (count) => {
    const queue = 'select queue_for_search($1, array(select generate_series(101, 100 + $2::integer)))';
    await served.database.any(queue, [ENGLISH.id, count]);
    expect(await page()).toEqual(ROSES);
    expect(await served.takeCounts()).toEqual({ 'meilisearch usual': 1 });
  });
});

describe('while the engine does not answer', () => {
  it.each<[ProxyFault, string | RegExp]>([
    ['hang', 'TimeoutError'],
    ['cut', 'UND_ERR_SOCKET'],
    ['garbage', 'HTTPParserError'],
    ['another-server', 'SyntaxError'],
    // The code depends on whether the connection was new or kept.
    ['refuse', /^(ECONNREFUSED|UND_ERR_SOCKET)$/],
  ])(
    'the embedded engine answers the same searches, and says once when that begins and ends: %s',
    async (fault, code) => {
      await served.proxy.fail(fault);
      const answers = await Promise.all(Array.from({ length: 5 }, () => page()));
      expect(answers).toEqual(Array(5).fill(ROSES));
      expect(await served.takeCounts()).toEqual({ 'embedded failed': 5 });
      expect(await served.searcher.answering()).toBe('embedded, standing by');
      await mend();
      expect(await page()).toEqual(ROSES);
      expect(served.takeLog()).toMatchObject([
        { level: 40, engine: 'meilisearch', reason: 'failed', code: expect.stringMatching(code) },
        { level: 30, engine: 'meilisearch' },
      ]);
    },
  );

  it('a single failure is not logged', async () => {
    await served.proxy.fail('cut');
    expect(await page()).toEqual(ROSES);
    await served.proxy.heal();
    expect(await page()).toEqual(ROSES);
    expect(await served.takeCounts()).toEqual({ 'embedded failed': 1, 'meilisearch usual': 1 });
    expect(served.takeLog()).toEqual([]);
  });

  it('failures of the database do not count against it', async () => {
    await served.database.none('alter table search_tenants rename to search_tenants_elsewhere');
    const failures = await Promise.all(Array.from({ length: 5 }, () => page().catch(({ kind }) => kind)));
    await served.database.none('alter table search_tenants_elsewhere rename to search_tenants');
    expect(failures).toEqual(Array(5).fill('unavailable'));
    expect(await page()).toEqual(ROSES);
    expect(await served.takeCounts()).toEqual({ 'meilisearch usual': 1 });
    expect(served.takeLog()).toEqual([]);
  });

  it('waits for a slow engine', async () => {
    await served.proxy.fail('slow');
    expect(await page()).toEqual(ROSES);
    expect(await served.takeCounts()).toEqual({ 'meilisearch usual': 1 });
  });

  it('the embedded engine answers when the key is no longer valid', async () => {
    const { proxy } = served;
    const { page: ask } = served.searcherOf(createMeilisearch({ url: proxy.url, key: 'revoked' }));
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(REQUEST)));
    expect(answers).toEqual(Array(5).fill(ROSES));
    expect(served.takeLog()).toMatchObject([{ level: 40, reason: 'failed', code: 'invalid_api_key' }]);
  });

  it('the embedded engine answers when the index does not exist', async () => {
    await onAnotherIndex(`guidepost-test-${randomUUID()}`, async () => {
      await until('the engine is no longer asked', async () => {
        expect(await page()).toEqual(ROSES);
        return (await served.takeCounts())['embedded open'];
      });
    });
    await mend();
    expect(served.takeLog()).toMatchObject([
      { level: 40, reason: 'failed', code: 'index_not_found' },
      { level: 30, engine: 'meilisearch' },
    ]);
  });
});

it('the embedded engine answers a query that the engine rejects, without opening the breaker', async () => {
  const name = `guidepost-test-${randomUUID()}`;
  const client = new Meilisearch({ host: served.proxy.url, apiKey: meilisearchForTests().key });
  await client.createIndex(name).waitTask();
  await onAnotherIndex(name, async () => {
    for (let times = 0; times < 10; times += 1) expect(await page()).toEqual(ROSES);
  });
  await client.deleteIndex(name).waitTask();
  expect(await page()).toEqual(ROSES);
  expect(await served.takeCounts()).toEqual({ 'embedded refused': 10, 'meilisearch usual': 1 });
  expect(served.takeLog()).toMatchObject([{ level: 40, code: 'invalid_search_filter' }]);
});
