import { createServer, type RequestListener } from 'node:http';
import { createClients, toHttpError } from '@guidepost/http';
import { createLogger } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createCountBySubject } from './count-requests.ts';
import type { RateLimiter } from './rate-limit.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** A clock that stands still, so that no allowance is restored during a test. */
const tenAMinute = () => createTokenBuckets({ name: 'read', points: 10, seconds: 60 }, { now: () => 0 });

/** An app whose `/` allows ten reads a minute per address, behind these proxies. */
function createApp({
  limiter = tenAMinute(),
  proxies = [],
}: {
  limiter?: RateLimiter | 'none';
  proxies?: string[];
} = {}) {
  const clients = createClients(proxies.join(), createLogger({ service: 'test', level: 'silent' }));
  const count = createCountBySubject(limiter === 'none' ? {} : { address: limiter }, clients);
  const answer: RequestListener = (incoming, response) => {
    count(incoming, response, undefined).then(
      () => response.end('read'),
      (error: unknown) => {
        const { status, kind, message, headers } = toHttpError(error);
        response.writeHead(status, { ...headers, 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ kind, message }));
      },
    );
  };
  return request(createServer({ maxHeaderSize: 2_000_000 }, answer));
}

async function statuses(
  requests: number,
  send: (index: number) => request.Test,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let index = 0; index < requests; index += 1) {
    const { status } = await send(index);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

describe('a limited resource', () => {
  it('sends the remaining allowance with every response', async () => {
    const answer = await createApp().get('/');
    expect(answer.text).toBe('read');
    expect(answer.headers).toMatchObject({
      'ratelimit-limit': '10',
      'ratelimit-remaining': '9',
      'ratelimit-reset': '6',
    });
  });

  it('answers a request over the limit with 429 and Retry-After', async () => {
    const app = createApp();
    await statuses(10, () => app.get('/'));
    const answer = await app.get('/');
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({
      kind: 'rate-limited',
      message: 'Too many requests; try again in 6 seconds.',
    });
    expect(answer.headers).toMatchObject({
      'retry-after': '6',
      'ratelimit-limit': '10',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '60',
    });
  });

  it('never asks to retry after 0 seconds', async () => {
    const refusal = { allowed: false, limit: 1, remaining: 0, resetAfter: 0.001, retryAfter: 0.001 };
    const answer = await createApp({ limiter: { take: () => refusal } }).get('/');
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.body.message).toBe('Too many requests; try again in a second.');
  });

  it('sends no limit headers when nothing is counted', async () => {
    const answer = await createApp({ limiter: 'none' }).get('/');
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});

describe('S13 X-Forwarded-For spoofing', () => {
  it('200 rotated values from one sender count as the sender', async () => {
    const app = createApp();
    const rotated = (index: number) => app.get('/').set('X-Forwarded-For', `198.51.100.${index}`);
    expect(await statuses(200, rotated)).toEqual({ 200: 10, 429: 190 });
  });

  it('200 rotated values from one sender behind our proxy count as the sender', async () => {
    const app = createApp({ proxies: ['loopback'] });
    const rotated = (index: number) =>
      app.get('/').set('X-Forwarded-For', `198.51.100.${index}, 10.9.9.${index}, 192.0.2.1`);
    expect(await statuses(200, rotated)).toEqual({ 200: 10, 429: 190 });
  });

  it('senders behind our proxy are counted separately', async () => {
    const app = createApp({ proxies: ['loopback'] });
    const sender = (index: number) => app.get('/').set('X-Forwarded-For', `192.0.2.${index % 2}`);
    expect(await statuses(40, sender)).toEqual({ 200: 20, 429: 20 });
  });

  it('IPv6 counts by /64', async () => {
    const app = createApp({ proxies: ['loopback'] });
    const rotated = (index: number) =>
      app.get('/').set('X-Forwarded-For', `2001:db8:1:2::${index.toString(16)}`);
    expect(await statuses(50, rotated)).toEqual({ 200: 10, 429: 40 });
  });

  it.each([
    ['a word', 'unknown'],
    ['markup', '<script>alert(1)</script>'],
    ['commas', ',,,,'],
    ['the name of a key', 'key:7'],
    ['a member of every object', '__proto__'],
    ['1 MB of letters', 'a'.repeat(1_000_000)],
    ['1 MB of elements', 'a,'.repeat(500_000)],
  ])('junk is harmless and counts as the sender: %s', async (_title, junk) => {
    const app = createApp({ proxies: ['loopback'] });
    const send = (index: number) =>
      app.get('/').set('X-Forwarded-For', index % 2 ? junk : `${junk}, 127.0.0.1`);
    expect(await statuses(20, send)).toEqual({ 200: 10, 429: 10 });
  });
});
