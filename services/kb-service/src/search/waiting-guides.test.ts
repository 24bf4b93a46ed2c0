import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { findSnapshot } from './search-guides.ts';

const SETTINGS = 'of a test';

let service: TestService;
let knowledgeBase: number;

beforeAll(async () => {
  const guides = Array.from({ length: 300 }, (_, index) => ({
    id: index + 1,
    slug: `guide-${index}`,
    title: 'Roses',
    published: index >= 100,
  }));
  service = await startTestService([{ host: 'help.example.com', guides }]);
  await service.indexed();
  const { database } = service;
  ({ id: knowledgeBase } = await database.one('select id from knowledge_bases'));
  await database.none(`insert into search_indexes (settings, name, ready) values ($1, 'test', true)`, [
    SETTINGS,
  ]);
  await database.none(
    `insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
     select i.id, $1, d, d, now() from search_indexes i, generate_series(1, 20000) as d`,
    [knowledgeBase],
  );
  await database.none('analyze');
});
afterAll(() => service.stop());

it('of 20,000 changes that wait for an engine, each guide is looked up', async () => {
  const values = [knowledgeBase, SETTINGS, false];
  const found = await service.database.one(findSnapshot(values));
  expect(found).toMatchObject({ revision: expect.any(Number), state: 'ready', index_name: 'test' });
  expect(found.excluded).toHaveLength(100 + 19_700);
  const plan = await service.database.any({ text: `explain ${findSnapshot(values).text}`, values });
  const text = JSON.stringify(plan);
  expect(text).toContain('on guides g');
  expect(text).not.toContain('Seq Scan on guides');
});

it('a search by the embedded engine does not read them', async () => {
  const found = await service.database.one(findSnapshot([knowledgeBase, null, false]));
  expect(found).toEqual({ revision: expect.any(Number), state: 'not_ready', index_name: null, excluded: [] });
});
