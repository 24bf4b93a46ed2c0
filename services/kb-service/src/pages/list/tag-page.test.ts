import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CANARY, EXAMPLE } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService([EXAMPLE]);
});

afterAll(() => service.stop());

const ask = (tag: string) => service.request.get(`/tags/${tag}`).set('Host', EXAMPLE.host);

describe('the page of a tag', () => {
  it.each([
    ['its slug', 'basics'],
    ['its id', '22'],
  ])('lists its guides by title; it is found by %s', async (_, tag) => {
    const page = readPage((await ask(tag)).text);
    expect([page.headings, page.linksIn('guides'), page.linksIn('breadcrumbs')]).toEqual([
      ['h1 Guides about basics'],
      [['äpples → /guides/apples', 'Install it → /guides/install']],
      [['Home → /']],
    ]);
    expect(page.texts('p')).toContain('2 guides');
  });

  it.each(['nothing', '99', 'unused', '24', `hidden-${CANARY}`, '23', 'Basics', '%00'])(
    'is a 404: %s',
    async (tag) => {
      const { status, text } = await ask(tag);
      expect([status, text.includes(CANARY)]).toEqual([404, false]);
    },
  );
});
