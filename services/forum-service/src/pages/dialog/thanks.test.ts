import { createReceipts } from '@guidepost/pages';
import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setProperties } from '../../forums/administration.ts';
import { DIALOG_ID, type PostingService, startPostingService } from '../../testing/posting-service.ts';
import { COMMENT, DIALOG, REPORT, VOTE } from '../../testing/posts.ts';

const SECRET = 'a secret that all instances of the service have';
const PAGE = `/forum/help/${DIALOG_ID}`;

let service: PostingService;
let forumId: number;

beforeAll(async () => {
  service = await startPostingService({ RATE_LIMITS: 'off', FORUM_SECRET: SECRET });
  ({ id: forumId } = await service.database.one("select id from forums where slug = 'help'"));
  await setProperties(service.database, 'help', { thankyou_message: 'We answer within a day.' });
  await service.settled('help');
});

afterAll(() => service.stop());

/** The path a form redirects to, following the address of a comment. */
async function ledTo(path: string, fields: object): Promise<string> {
  const { headers } = await service.sendForm(path, fields).expect(303);
  const { pathname, search } = new URL(String(headers.location));
  const next = await service.get(pathname + search);
  return next.status === 303 ? String(next.headers.location).replace(/#.*/, '') : pathname + search;
}

describe('a form', () => {
  it.each([
    ['/api/help', DIALOG, 'We answer within a day.'],
    [`/api/comment/help/${DIALOG_ID}`, COMMENT, 'Thank you!'],
    [`/api/vote/help/${DIALOG_ID}`, VOTE, 'Your vote has been counted.'],
    [`/api/report-dialog/help/${DIALOG_ID}`, REPORT, 'Thank you. We will look into it.'],
  ])('to %s redirects to a page of thanks that is not cached', async (path, fields, thanks) => {
    const { text, headers } = await service.get(await ledTo(path, fields)).expect(200);
    const page = readPage(text);
    expect([page.texts('p', 'thanks'), page.meta('robots')]).toEqual([[thanks], 'noindex']);
    expect([headers['cache-control'], page.canonical?.includes('?')]).toEqual(['no-store', false]);
  });
});

describe('an address with thanks', () => {
  const receipts = (age: number) =>
    createReceipts({ secret: async () => SECRET, now: () => Date.now() - age });

  it.each([
    ['immediately', 0, () => `vote ${forumId} ${DIALOG_ID}`, 200],
    ['three minutes later', 180_000, () => `vote ${forumId} ${DIALOG_ID}`, 303],
    ['for another dialog', 0, () => `vote ${forumId} 1000002`, 303],
    ['in another forum', 0, () => `vote ${forumId + 1} ${DIALOG_ID}`, 303],
    ['for something else', 0, () => `report ${forumId} ${DIALOG_ID}`, 303],
  ])('is for redirected people only: %s', async (_, age, subject, status) => {
    const receipt = await receipts(age).issue(subject());
    const answer = await service.get(`${PAGE}?posted=vote.${receipt}`);
    expect([answer.status, answer.headers.location]).toEqual([status, status === 303 ? PAGE : undefined]);
  });

  it.each([
    [`${PAGE}?posted=vote`, PAGE],
    [`${PAGE}?posted=`, PAGE],
    ['/forum/help/posted', '/forum/help'],
    ['/forum/help/posted?posted=held', '/forum/help'],
  ])('cannot be forged or reused: %s redirects to %s', async (path, page) => {
    await service.get(path).expect(303).expect('Location', page);
  });
});
