import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

/** What browsers send when people open an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const PAGES = 'https://forum.example/forum/help';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const forumId = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, forumId, [{ id: 1 }]);
  await writeComments(service.database, forumId, [
    { id: 11, dialog_id: 1 },
    { id: 12, dialog_id: 1, held: true },
  ]);
});

afterAll(() => service.stop());

describe('the address that a form is sent to', () => {
  it.each([
    ['/api/help', `${PAGES}/ask`],
    ['/api/help/', `${PAGES}/ask`],
    ['/api/comment/help/1', `${PAGES}/1`],
    ['/api/vote/help/1', `${PAGES}/1`],
    ['/api/vote/help/1?key=gpk_a', `${PAGES}/1`],
    ['/api/report-dialog/help/1', `${PAGES}/1`],
    ['/api/report-comment/help/11', `${PAGES}/1/comments/11`],
  ])('leads people who open it to the page that it is about: %s', async (path, page) => {
    const { status, headers } = await service.get(path).set('Accept', BROWSER);
    expect([status, headers.location, headers['cache-control']]).toEqual([303, page, 'no-store']);
  });

  it.each([
    ['/api/help', 404, undefined],
    ['/api/comment/help/1', 404, undefined],
    ['/api/vote/help/1', 405, 'POST, OPTIONS'],
    ['/api/report-comment/help/11', 405, 'POST, OPTIONS'],
  ])('answers programs in the words of the API: %s', async (path, status, allow) => {
    for (const accept of [undefined, '*/*', 'application/json, text/plain, */*']) {
      const answer = await service.get(path).set(accept === undefined ? {} : { Accept: accept });
      expect([answer.status, answer.type, answer.headers.allow]).toEqual([status, 'text/plain', allow]);
    }
  });

  it.each([
    ['a form that is sent', () => service.request.post('/api/vote/help/1').type('form'), 400],
    ['a list that is read', () => service.get('/api/help.json'), 200],
    ['what is read below the same words', () => service.get('/api/comment/help/1/11.json'), 200],
    ['a word that no forum is called by', () => service.get('/api/popular'), 404],
    ['a forum that is unknown', () => service.get('/api/vote/nobodys/1'), 405],
    ['no id', () => service.get('/api/vote/help/x'), 405],
    ['S3 a comment that waits for an editor', () => service.get('/api/report-comment/help/12'), 405],
  ])('leads no one away from %s', async (_, send, status) => {
    expect((await send().set('Accept', BROWSER)).status).toBe(status);
  });
});
