import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { findSnapshot } from './search-dialogs.ts';

const SETTINGS = 'of a test';

let service: TestService;
let forum: number;

beforeAll(async () => {
  service = await startTestService();
  const { database } = service;
  forum = await writeForum(database, { slug: 'help' });
  await writeDialogs(
    database,
    forum,
    Array.from({ length: 300 }, (_, index) => ({ id: index + 1, title: 'Roses', archived: index < 100 })),
  );
  await service.indexed();
  await database.none(`insert into search_indexes (settings, name, ready) values ($1, 'test', true)`, [
    SETTINGS,
  ]);
  await database.none(
    `insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
     select i.id, $1, d, d, now() from search_indexes i, generate_series(1, 20000) as d`,
    [forum],
  );
  await database.none('analyze');
});
afterAll(() => service.stop());

it.each([
  ['for everyone', false, 100 + 19_700],
  ['with archived dialogs', true, 19_700],
])('with 20,000 queued changes, each dialog is looked up: %s', async (_, hiddenToo, gone) => {
  const values = [forum, SETTINGS, hiddenToo];
  const found = await service.database.one(findSnapshot(values));
  expect(found).toMatchObject({ revision: expect.any(Number), state: 'ready', index_name: 'test' });
  expect(found.excluded).toHaveLength(gone);
  const plan = await service.database.any({ text: `explain ${findSnapshot(values).text}`, values });
  const text = JSON.stringify(plan);
  expect(text).toContain('on dialogs d');
  expect(text).not.toContain('Seq Scan on dialogs');
});

it('searches of the embedded engine ignore the queue', async () => {
  const found = await service.database.one(findSnapshot([forum, null, false]));
  expect(found).toEqual({ revision: expect.any(Number), state: 'not_ready', index_name: null, excluded: [] });
});
