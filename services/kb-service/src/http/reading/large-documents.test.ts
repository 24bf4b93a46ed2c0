import { createRequestListener } from '@guidepost/http';
import { createSemaphore, type Semaphore } from '@guidepost/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from '../../app.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const HOST = 'large.example.com';
const API = `/knowledge/v1/${HOST}`;

let service: TestService;

beforeAll(async () => {
  const content = '<p>charger</p>'.repeat(100_000);
  service = await startTestService([
    {
      host: HOST,
      categories: [
        { id: 1, slug: 'large' },
        { id: 2, slug: 'small' },
      ],
      guides: [
        { id: 1, slug: 'large', content, categories: [1] },
        { id: 2, slug: 'small', content: '<p>charger</p>', categories: [2] },
      ],
    },
  ]);
});

afterAll(() => service.stop());

const get = (withLargeBodySlot: Semaphore, path: string) =>
  supertest(createRequestListener(createApp({ ...service.context, withLargeBodySlot }), service.context))
    .get(path)
    .set('Accept', path.startsWith('/site') ? 'text/html' : 'application/vnd.api+json');

const LARGE = [
  `${API}/guides`,
  `${API}/guides/1`,
  `${API}/guides/slug/large`,
  `${API}?include=guides`,
  `${API}/categories/1?include=guides`,
  `${API}/categories?include=guides`,
  `/site/${HOST}/guides/large`,
];

const SMALL = [
  `${API}/guides?page[number]=2&page[size]=1`,
  `${API}/guides?fields[guide]=title`,
  `${API}/guides/2?include=categories`,
  `${API}/categories/2?include=guides`,
  `/site/${HOST}/guides/small`,
  `/site/${HOST}/guides`,
];

describe('documents over 1 MB', () => {
  it.each(LARGE)('%s is built in turn', async (path) => {
    let turns = 0;
    const answer = await get((work) => {
      turns += 1;
      return work();
    }, path).expect(200);
    expect(turns).toBe(1);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(1_000_000);
  });

  it.each(LARGE)(
    '%s is answered with 503 and Retry-After while too many others are being built',
    async (path) => {
      const answer = await get(createSemaphore({ permits: 0, timeout: 1, message: 'Too many.' }), path);
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    },
  );

  it.each(SMALL)('what has less, %s, waits for nothing', async (path) => {
    await get(createSemaphore({ permits: 0, timeout: 1, message: '' }), path).expect(200);
  });
});
