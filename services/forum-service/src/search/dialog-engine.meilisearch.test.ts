import { meilisearchForTests, until } from '@guidepost/local-servers/testing';
import { createAnalyzer, createMeilisearch, type EngineIndex } from '@guidepost/search';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { deleteForum } from '../tenants/administration.ts';
import { writeForum } from '../testing/content.ts';
import { DIALOG } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let index: EngineIndex;
let forumId: number;

beforeAll(async () => {
  const server = meilisearchForTests();
  service = await startTestService({ MEILI_URL: server.url, MEILI_KEY: server.key });
  const { database, context } = service;
  context.worker.start();
  forumId = await writeForum(database, { slug: 'help' });
  await until('the index is ready', () => database.oneOrNone('select from search_indexes where ready'));
  const { name } = await database.one('select name from search_indexes');
  index = createMeilisearch(server).index(name);
});
afterAll(async () => {
  await service.context.worker.stop();
  await index.drop();
  await service.stop();
});

/** Waits until the engine finds this many dialogs. */
async function untilFound(text: string, count: number): Promise<void> {
  const words = createAnalyzer('en')
    .query(text)
    .words.map(({ stem }) => ({ stems: [stem], forms: [] }));
  const request = { tenant: { id: forumId, language: 'en' }, words, limit: 10 };
  await until(`${text} finds ${count}`, async () => (await index.candidates(request)).total === count);
}

describe('a service with a search engine', () => {
  it('indexes a post, and removes a deleted forum', async () => {
    await service.request
      .post('/api/help')
      .send({ ...DIALOG, title: 'Tulips' })
      .expect(201);
    await untilFound('tulips', 1);
    await deleteForum(service.database, 'help');
    await untilFound('tulips', 0);
  });
});
