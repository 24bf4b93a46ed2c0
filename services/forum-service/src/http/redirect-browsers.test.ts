import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

/** The Accept header of browsers. */
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

describe('the address of a form', () => {
  it.each([
    ['/api/help', `${PAGES}/ask`],
    ['/api/help/', `${PAGES}/ask`],
    ['/api/comment/help/1', `${PAGES}/1`],
    ['/api/vote/help/1', `${PAGES}/1`],
    ['/api/vote/help/1?key=gpk_a', `${PAGES}/1`],
    ['/api/report-dialog/help/1', `${PAGES}/1`],
    ['/api/report-comment/help/11', `${PAGES}/1/comments/11`],
  ])('redirects people to the page it belongs to: %s', async (path, page) => {
    const { status, headers } = await service.get(path).set('Accept', BROWSER);
    expect([status, headers.location, headers['cache-control']]).toEqual([303, page, 'no-store']);
  });

  it.each([
    ['/api/help', 404, undefined],
    ['/api/comment/help/1', 404, undefined],
    ['/api/vote/help/1', 405, 'POST, OPTIONS'],
    ['/api/report-comment/help/11', 405, 'POST, OPTIONS'],
  ])('answers programs as the API does: %s', async (path, status, allow) => {
    for (const accept of [undefined, '*/*', 'application/json, text/plain, */*']) {
      const answer = await service.get(path).set(accept === undefined ? {} : { Accept: accept });
      expect([answer.status, answer.type, answer.headers.allow]).toEqual([status, 'text/plain', allow]);
    }
  });

  it.each([
    ['a posted form', () => service.request.post('/api/vote/help/1').type('form'), 400],
    ['a list', () => service.get('/api/help.json'), 200],
    ['a read that starts with the same word', () => service.get('/api/comment/help/1/11.json'), 200],
    ['a reserved word', () => service.get('/api/popular'), 404],
    ['an unknown forum', () => service.get('/api/vote/unknown/1'), 405],
    ['an invalid id', () => service.get('/api/vote/help/x'), 405],
    ['S3 a held comment', () => service.get('/api/report-comment/help/12'), 405],
  ])('does not redirect from %s', async (_, send, status) => {
    expect((await send().set('Accept', BROWSER)).status).toBe(status);
  });
});
