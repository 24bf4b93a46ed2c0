import { createServer, type RequestListener } from 'node:http';
import { createTestDatabase, type TestDatabase, withDatabaseAway } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { createLogger } from '@guidepost/service-kit/process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createClients } from '../clients.ts';
import { toHttpError } from '../errors/http-error.ts';
import { createCountBySubject } from './count-requests.ts';
import { type Allowance, createTokenBuckets, type RateLimiter } from './rate-limits.ts';
import { createSharedRateLimits, type SharedRateLimits } from './shared-rate-limits.ts';

/** Ten a minute: one every six seconds. */
const LIMIT = { name: 'read', points: 10, seconds: 60 };

function startClock(capacity?: number) {
  let seconds = 1_000;
  const buckets = createTokenBuckets(LIMIT, { now: () => seconds * 1_000, ...(capacity && { capacity }) });
  return {
    wait: (more: number) => {
      seconds += more;
    },
    take: (subject = 'one') => buckets.take(subject),
    allowed: (requests: number, subject = 'one') =>
      Array.from({ length: requests }, () => buckets.take(subject)).filter(({ allowed }) => allowed).length,
  };
}

describe('token buckets', () => {
  it('allow the whole limit at once and then no more', () => {
    const { allowed } = startClock();
    expect(allowed(200)).toBe(10);
  });

  it('report the remaining requests and the time until the limit is restored', () => {
    const { take } = startClock();
    expect(take()).toEqual({ allowed: true, limit: 10, remaining: 9, resetAfter: 6, retryAfter: 0 });
    expect(take()).toEqual({ allowed: true, limit: 10, remaining: 8, resetAfter: 12, retryAfter: 0 });
  });

  it('report when to retry, and allow one then', () => {
    const { allowed, take, wait } = startClock();
    allowed(10);
    wait(2);
    expect(take()).toEqual({ allowed: false, limit: 10, remaining: 0, resetAfter: 58, retryAfter: 4 });
    wait(4);
    expect(allowed(2)).toBe(1);
  });

  it.each([
    [6, 1],
    [30, 5],
    [59, 9],
    [60, 10],
    [61, 10],
    [119, 10],
    [600, 10],
  ])('after %d seconds allow %d again', (seconds, expected) => {
    const { allowed, wait } = startClock();
    allowed(10);
    wait(seconds);
    expect(allowed(20)).toBe(expected);
  });

  it('do not count refused requests', () => {
    const { allowed, wait } = startClock();
    allowed(10);
    for (let second = 0; second < 60; second += 1) {
      allowed(5);
      wait(1);
    }
    // The ten restored requests were used at once; one second of the last interval remains.
    expect(allowed(5)).toBe(1);
  });

  it('count each subject separately', () => {
    const { allowed } = startClock();
    allowed(20, 'one');
    expect(allowed(20, 'other')).toBe(10);
  });

  it('keep to the limit over a long time', () => {
    const { allowed, wait } = startClock();
    let sum = 0;
    for (let second = 0; second < 3_600; second += 1) {
      sum += allowed(3);
      wait(1);
    }
    expect(sum).toBe(10 + 599);
  });

  describe('with more subjects than they hold', () => {
    const others = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `other ${from + index}`);

    it('remember active subjects', () => {
      const { allowed, take } = startClock(100);
      allowed(10);
      for (let from = 0; from < 1_000; from += 50) {
        for (const other of others(from, 50)) take(other);
        expect(allowed(1)).toBe(0);
      }
    });

    it('forget no subject before the capacity is reached', () => {
      const { allowed, take } = startClock(100);
      allowed(10);
      for (const other of others(0, 100)) take(other);
      expect(allowed(1)).toBe(0);
    });

    it('forget idle subjects, so that memory is bounded', () => {
      const { allowed, take } = startClock(100);
      allowed(10);
      for (const other of others(0, 200)) take(other);
      expect(allowed(20)).toBe(10);
    });
  });
});

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

const VOTES = { name: 'vote', points: 5, seconds: 60 };

const open = (url: string) =>
  openDatabase({ url, poolSize: 3, applicationName: 'guidepost test', statementTimeout: 0 });

async function createTable(url: string): Promise<void> {
  const database = open(url);
  await database.none(
    'create unlogged table rate_limits (key varchar(255) primary key, points integer not null, expire bigint not null)',
  );
  await closeDatabase(database);
}

const takeAll = (limiter: RateLimiter, requests: number, subject = 'address:192.0.2.1') =>
  Promise.all(Array.from({ length: requests }, async () => limiter.take(subject)));

const hashOf = (subject: string): string | Promise<string> => `hash of ${subject.length}`;

const countAllowed = (allowances: Allowance[]) => allowances.filter(({ allowed }) => allowed).length;

describe('shared rate limits', () => {
  let database: TestDatabase;
  let pools: [Database, Database];
  let changes: boolean[] = [];
  const started: SharedRateLimits[] = [];

  function share(pool: Database, hash = hashOf): SharedRateLimits {
    const onChange = (shared: boolean) => changes.push(shared);
    const limits = createSharedRateLimits({ database: pool, hash, onChange });
    started.push(limits);
    return limits;
  }

  beforeAll(async () => {
    database = await createTestDatabase({ template: 'rate_limits', prepare: createTable });
    pools = [open(database.url), open(database.url)];
  });

  afterEach(async () => {
    changes = [];
    for (const limits of started.splice(0)) limits.stop();
    await pools[0].none('truncate rate_limits');
  });

  afterAll(async () => {
    await Promise.all(pools.map(closeDatabase));
    await database.drop();
  });

  it('are counted by all instances together, concurrent requests too', async () => {
    const limiters = pools.map((pool) => share(pool).limiter(VOTES));
    const taken = await Promise.all(limiters.map((limiter) => takeAll(limiter, 20)));
    expect(countAllowed(taken.flat())).toBe(5);
  });

  it('report the remaining requests and the end of the window', async () => {
    const limiter = share(pools[0]).limiter(VOTES);
    const [first] = await takeAll(limiter, 1);
    expect(first).toMatchObject({ allowed: true, limit: 5, remaining: 4, retryAfter: 0 });
    await takeAll(limiter, 4);
    const [sixth] = await takeAll(limiter, 1);
    expect(sixth).toMatchObject({ allowed: false, limit: 5, remaining: 0 });
    expect(sixth?.retryAfter).toBeGreaterThan(0);
    expect(sixth?.retryAfter).toBeLessThanOrEqual(60);
    expect(sixth?.resetAfter).toBe(sixth?.retryAfter);
  });

  it('start a new window after the last one ends', async () => {
    const limits = share(pools[0]);
    await takeAll(limits.limiter(VOTES), 5);
    await pools[0].none('update rate_limits set expire = 1');
    expect(countAllowed(await takeAll(share(pools[1]).limiter(VOTES), 20))).toBe(5);
  });

  it('count each subject and each limit separately', async () => {
    const limits = share(pools[0]);
    const votes = limits.limiter(VOTES);
    expect(countAllowed(await takeAll(votes, 20, 'address:192.0.2.1'))).toBe(5);
    expect(countAllowed(await takeAll(votes, 20, 'key:7'))).toBe(5);
    const comments = limits.limiter({ ...VOTES, name: 'comment', points: 3 });
    expect(countAllowed(await takeAll(comments, 20, 'address:192.0.2.1'))).toBe(3);
  });

  it('refuse from memory, so that a flood causes no writes', async () => {
    const limiter = share(pools[0]).limiter(VOTES);
    await takeAll(limiter, 5);
    await takeAll(limiter, 200);
    expect(await pools[0].one('select points from rate_limits')).toEqual({ points: 5 });
  });

  it('store the hash of a subject and never the subject', async () => {
    await takeAll(share(pools[0]).limiter(VOTES), 1, 'address:192.0.2.77');
    expect(await pools[0].any('select key from rate_limits')).toEqual([{ key: 'vote:hash of 18' }]);
  });

  it('delete the rows of expired windows', async () => {
    const limits = share(pools[0]);
    await takeAll(limits.limiter(VOTES), 1, 'one');
    await pools[0].none('update rate_limits set expire = 1');
    await takeAll(limits.limiter(VOTES), 1, 'other');
    await limits.removeExpired();
    expect(await pools[0].any('select key from rate_limits')).toEqual([{ key: 'vote:hash of 5' }]);
  });

  describe('S25 while the database is away', () => {
    it('are counted by each instance separately, and together again afterwards', async () => {
      const limiters = pools.map((pool) => share(pool).limiter(VOTES));
      await withDatabaseAway(database.url, async () => {
        for (const limiter of limiters) expect(countAllowed(await takeAll(limiter, 20))).toBe(5);
      });
      const taken = await Promise.all(limiters.map((limiter) => takeAll(limiter, 20)));
      expect(countAllowed(taken.flat())).toBe(5);
    });

    it('log it once, and once when it is back', async () => {
      const limits = share(pools[0]);
      const limiter = limits.limiter(VOTES);
      await withDatabaseAway(database.url, async () => {
        await takeAll(limiter, 20);
        await limits.removeExpired();
        expect(changes).toEqual([false]);
      });
      await takeAll(limiter, 3);
      expect(changes).toEqual([false, true]);
    });

    it('are counted alone as well while the hash cannot be made', async () => {
      const limiter = share(pools[0], () => Promise.reject(new Error('no secret yet'))).limiter(VOTES);
      expect(countAllowed(await takeAll(limiter, 20))).toBe(5);
    });

    it('are not given up for a table that cannot be used either', async () => {
      await pools[0].none('alter table rate_limits rename to elsewhere');
      const taken = await takeAll(share(pools[0]).limiter(VOTES), 20);
      await pools[0].none('alter table elsewhere rename to rate_limits');
      expect(countAllowed(taken)).toBe(5);
    });
  });
});
