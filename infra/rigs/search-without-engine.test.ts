import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SearchedService, startForum, startKnowledgeBase } from './testing/searched-service.ts';

describe.each([
  ['guides', startKnowledgeBase],
  ['dialogs', startForum],
])('a search for %s, without a search engine', (_, start) => {
  let service: SearchedService;

  beforeAll(async () => {
    service = await start({});
    await service.indexed();
  });
  afterAll(async () => {
    await service.stop();
  });

  const get = (path: string) =>
    fetch(`${service.origin}${path}`, { headers: { accept: 'application/vnd.api+json' } });

  it('is answered by the embedded engine', async () => {
    expect(await service.find(await get(service.pathOf('roses')))).toEqual({ ids: [1, 2], total: 2 });
    expect(await service.metrics()).toMatch(/^searches_total\{engine="embedded",reason="usual".*\} 1$/m);
    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ok',
      checks: { database: 'ok' },
      details: { search: 'embedded' },
    });
  });
});
