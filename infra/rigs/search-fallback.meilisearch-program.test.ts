import { type OwnMeilisearch, startOwnMeilisearch, until } from '@guidepost/local-servers/testing';
import { createMeilisearch, feedWholeEngine } from '@guidepost/search';
import { type FaultyProxy, startFaultyProxy } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type SearchedService, startForum, startKnowledgeBase } from './testing/searched-service.ts';

let engine: OwnMeilisearch;
let proxy: FaultyProxy;

beforeAll(async () => {
  engine = await startOwnMeilisearch();
  proxy = await startFaultyProxy(engine.url);
});
afterAll(async () => {
  await proxy.close();
  await engine.remove();
});

describe.each([
  ['guides', startKnowledgeBase],
  ['dialogs', startForum],
])('S25 a search for %s, with Meilisearch', (_, start) => {
  let service: SearchedService;

  beforeAll(async () => {
    service = await start({ MEILI_URL: proxy.url, MEILI_KEY: engine.key });
    await service.indexed();
    await fill();
  });
  afterAll(async () => {
    await service.stop();
  });
  beforeEach(() => {
    service.logLines.length = 0;
  });
  afterEach(() => proxy.heal());

  const fill = () =>
    feedWholeEngine({
      ...service.feed,
      engine: createMeilisearch(engine),
      onRejected: () => {},
      onRefill: () => {},
      onReady: () => {},
    });
  const get = (path: string) =>
    fetch(`${service.origin}${path}`, { headers: { accept: 'application/vnd.api+json' } });
  const search = async (query = 'roses') => {
    const answer = await get(service.pathOf(query));
    return answer.ok ? service.find(answer) : answer.status;
  };
  const ROSES = { ids: [1, 2], total: 2 };
  const searches = (count: number) => Promise.all(Array.from({ length: count }, () => search()));
  const ready = async () => {
    const answer = await get('/readyz');
    return { code: answer.status, ...((await answer.json()) as object) };
  };
  const isReady = (answering: string) => ({
    code: 200,
    status: 'ok',
    checks: { database: 'ok' },
    details: { search: answering },
  });
  const count = async (engineName: string, reason: string) => {
    const labels = `engine="${engineName}",reason="${reason}"`;
    return Number(
      new RegExp(`^searches_total{${labels}.*} (\\d+)$`, 'm').exec(await service.metrics())?.[1] ?? 0,
    );
  };
  const said = () =>
    service.logLines.flatMap((line) => /"(searches are answered by .*?)"/.exec(line)?.[1] ?? []);
  const BEGIN = 'searches are answered by the service itself for now';
  const END = 'searches are answered by the search engine again';
  const untilAnswering = async () => {
    const before = await count('meilisearch', 'usual');
    await until('the engine answers', async () => {
      expect(await search()).toEqual(ROSES);
      return (await count('meilisearch', 'usual')) > before;
    });
  };

  it('is answered by it', async () => {
    const before = await count('meilisearch', 'usual');
    expect(await search()).toEqual(ROSES);
    expect(await count('meilisearch', 'usual')).toBe(before + 1);
    expect(await ready()).toEqual(isReady('meilisearch'));
  });

  it('is answered by the embedded engine with the same result while it hangs, and by it again afterwards', async () => {
    const before = await count('embedded', 'failed');
    await proxy.fail('hang');
    expect(await searches(5)).toEqual(Array(5).fill(ROSES));
    expect(await count('embedded', 'failed')).toBe(before + 5);
    expect(await ready()).toEqual(isReady('embedded, standing by'));
    await proxy.heal();
    await untilAnswering();
    expect(await ready()).toEqual(isReady('meilisearch'));
    expect(said()).toEqual([BEGIN, END]);
  });

  it.each([
    [
      'is being filled',
      'not_ready',
      'update search_indexes set ready = false',
      'update search_indexes set ready = true',
    ],
    [
      'has lagged behind for long',
      'behind',
      `insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
       select id, 0, 1, 1, now() - interval '1 minute' from search_indexes`,
      'delete from search_backlog',
    ],
    [
      'is gone',
      'failed',
      `update search_indexes set name = name || '-gone'`,
      `update search_indexes set name = replace(name, '-gone', '')`,
    ],
  ])(
    'is answered by the embedded engine, with the same result, while its index %s',
    async (_state, reason, begin, end) => {
      const before = await count('embedded', reason);
      await service.database.none(begin);
      expect(await search()).toEqual(ROSES);
      await service.database.none(end);
      expect(await count('embedded', reason)).toBe(before + 1);
      expect(await search()).toEqual(ROSES);
    },
  );

  it('is answered two hundred times while the engine is killed and comes back', async () => {
    const before = searches(100);
    await engine.kill();
    const after = searches(100);
    expect([...(await before), ...(await after)]).toEqual(Array(200).fill(ROSES));
    await engine.start();
    await untilAnswering();
    expect(said()).toEqual([BEGIN, END]);
  });

  it('neither shows nor counts removed records before the engine knows of their removal', async () => {
    await service.takeBack();
    const TULIPS = { ids: [3], total: 1 };
    expect(await search('tulips')).toEqual(TULIPS);
    await service.indexed();
    const before = await count('meilisearch', 'usual');
    expect(await search('tulips')).toEqual(TULIPS);
    expect(await count('meilisearch', 'usual')).toBe(before + 1);
    await proxy.fail('cut');
    expect(await search('tulips')).toEqual(TULIPS);
    await proxy.heal();
    await fill();
    expect(await search('tulips')).toEqual(TULIPS);
  });
});
