import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const forumId = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, forumId, [
    { id: 1, title: 'How?' },
    { id: 2, title: 'Gone', archived: true },
  ]);
});

afterAll(() => service.stop());

it('the home page of a forum leads to its newest dialogs', async () => {
  const { text } = await service
    .get('/forum/help')
    .expect(200)
    .expect('Content-Type', 'text/html; charset=utf-8');
  expect(readPage(text).linksIn('guides')).toEqual([['How? → /forum/help/1']]);
});

it.each(['/forum/nobody', '/forum/help/nothing', '/forum/help/nothing/at/all'])(
  '%s is no page',
  async (path) => {
    await service.get(path).expect(404).expect('Content-Type', 'text/html; charset=utf-8');
  },
);
