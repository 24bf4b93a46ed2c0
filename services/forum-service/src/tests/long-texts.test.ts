import { workBeside } from '@guidepost/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeForum } from '../testing/content.ts';
import { COMMENT, DIALOG } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const LONGEST_TEXT = 20_000;

/** Markdown that takes the parser longest. */
const PIECES = [
  '[',
  '![',
  '[a](',
  '*a **b ',
  'a*',
  '> ',
  '- ',
  '<http://a',
  'https://a.example/(',
  '``a`',
  '1. a\n',
];
const TEXTS = PIECES.map((piece) => piece.repeat(LONGEST_TEXT / piece.length));

/** Milliseconds of processor time, far more than anything keeps others waiting. */
const LONGEST_TASK = 1_500;

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  await writeForum(service.database, { slug: 'help' });
});

afterAll(() => service.stop());

it('S40 the longest posts are stored, previewed, shown and found, while others are answered', async () => {
  const { answered, longestTask } = await workBeside(postAndFind, () =>
    service.get('/api/help.json?limit=1'),
  );
  expect([answered > TEXTS.length, longestTask < LONGEST_TASK]).toEqual([true, true]);
}, 60_000);

async function postAndFind(): Promise<void> {
  for (const text of TEXTS) {
    const dialog = { ...DIALOG, title: 'Needle', text, markdown: true };
    const { headers } = await service.request.post('/api/help').send(dialog).expect(201);
    const id = /(\d+)\.json$/.exec(String(headers.location))?.[1];
    const comment = { ...COMMENT, text, markdown: true };
    await service.request.post(`/api/comment/help/${id}`).send(comment).expect(201);
    await service.request
      .post('/forum/help/preview')
      .type('form')
      .set('Sec-Fetch-Site', 'same-origin')
      .send({ ...dialog, markdown: 'on' })
      .expect(200);
    await service.settled('help');
    await service.get(`/forum/help/${id}`).expect(200);
  }
  await service.indexed();
  const { text } = await service.get('/forum/help/search?q=needle').expect(200);
  expect(text).toContain('Needle');
}
