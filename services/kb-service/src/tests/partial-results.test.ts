import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../testing/test-service.ts';

const HOST = 'manual.example.com';

let service: TestService;

beforeAll(async () => {
  const guides = ['Vacuuming', 'Vacuum'].map((title, place) => ({
    id: place + 1,
    slug: `guide-${place}`,
    title,
  }));
  service = await startTestService([{ host: HOST, guides }]);
  await service.indexed();
  // An index that is too large for the memory, and a guide that is not counted yet.
  await service.database.none(`
    insert into search_kept_indexes (tenant_id, format, analysis, lineage, revision, documents, memory, parts)
    select t.tenant_id, 0, 0, t.lineage, 0, 0, 1000000000000, 0 from search_tenants t`);
  await service.database.none('update search_documents set keys = null where document_id = 2');
});
afterAll(() => service.stop());

it('results that are not all of them are marked in the API', async () => {
  for (const order of ['', '&sort=title']) {
    const { body } = await service.get(`/knowledge/v1/${HOST}/guides?q=vacuum${order}`);
    expect(body).toMatchObject({ data: [{ id: '1' }], meta: { total: 1, partial: true } });
  }
});

it('results that are not all of them are marked on the page', async () => {
  const page = readPage((await service.get(`/site/${HOST}/search?q=vacuum`)).text);
  expect(page.texts('p', 'partial')).toEqual([
    'Only part of the content was searched. There may be better results.',
  ]);
});
