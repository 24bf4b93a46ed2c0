import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const help = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, help, [
    { id: 1, title: 'The printer is jammed' },
    { id: 2, title: 'Printers' },
  ]);
  await service.indexed();
  // An index that is too large for the memory, and a dialog that is not counted yet.
  await service.database.none(`
    insert into search_kept_indexes (tenant_id, format, analysis, lineage, revision, documents, memory, parts)
    select t.tenant_id, 0, 0, t.lineage, 0, 0, 1000000000000, 0 from search_tenants t`);
  await service.database.none('update search_documents set keys = null where document_id = 2');
});
afterAll(() => service.stop());

it('results that are not all of them are marked in the API', async () => {
  for (const order of ['', '?sort=title'])
    await service.get(`/api/search/help/printer.json${order}`).expect(200).expect('X-Partial', 'true');
});

it('results that are not all of them are marked on the page', async () => {
  const page = readPage((await service.get('/forum/help/search?q=printer').expect(200)).text);
  expect(page.texts('p', 'partial')).toEqual([
    'Only part of the content was searched. There may be better results.',
  ]);
});
