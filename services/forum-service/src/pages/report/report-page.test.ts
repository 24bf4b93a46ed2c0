import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const help = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, help, [
    { id: 1, title: 'Buy <this>', text: 'It is <cheap>.' },
    { id: 2, archived: true },
    { id: 3, archived: true },
  ]);
  await service.database.none('update dialogs set held = true where id = 3');
  await writeComments(service.database, help, [
    { id: 11, dialog_id: 1, text: 'It is <b>cheaper</b>.', name: 'Bo <i>' },
    { id: 12, dialog_id: 1, held: true },
    { id: 31, dialog_id: 3 },
  ]);
});

afterAll(() => service.stop());

it.each([
  ['1/report', 'Report this post', 'It is <cheap>. Anna', '/api/report-dialog/help/1'],
  ['2/report', 'Report this post', 'Text 2 Anna', '/api/report-dialog/help/2'],
  [
    '1/comments/11/report',
    'Report this comment',
    'It is <b>cheaper</b>. Bo <i>',
    '/api/report-comment/help/11',
  ],
])('/forum/help/%s has its report form', async (path, heading, shown, action) => {
  const page = readPage((await service.get(`/forum/help/${path}`).expect(200)).text);
  expect(page.headings).toEqual([`h1 ${heading}`]);
  expect(page.texts('figure', 'reported')).toEqual([shown]);
  expect(page.all('form').at(-1)?.attribs).toMatchObject({ method: 'post', action });
  expect(page.texts('label').slice(1, 4)).toEqual(['Why are you reporting this?', 'Name', 'E-mail address']);
  expect(page.meta('robots')).toBe('noindex');
});

it.each([
  '3/report',
  '9/report',
  'x/report',
  '1/comments/12/report',
  '1/comments/31/report',
  '3/comments/31/report',
])('/forum/help/%s is a 404', async (path) => {
  await service.get(`/forum/help/${path}`).expect(404);
});
