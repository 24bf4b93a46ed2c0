import { monitorEventLoopDelay } from 'node:perf_hooks';
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

/** Far more than anything keeps others waiting, on a busy machine too. */
const LONGEST_PAUSE = 1_500;

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  await writeForum(service.database, { slug: 'help' });
});

afterAll(() => service.stop());

it('S40 the longest posts are stored, previewed, shown and found, while others are answered', async () => {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  let isOver = false;
  let others = 0;
  const everyDoor = postAndFind().finally(() => {
    isOver = true;
  });
  while (!isOver && others < 50) {
    await service.get('/api/help.json?limit=1');
    others += 1;
  }
  await everyDoor;
  delays.disable();
  expect([others > TEXTS.length, delays.max / 1e6 < LONGEST_PAUSE]).toEqual([true, true]);
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
