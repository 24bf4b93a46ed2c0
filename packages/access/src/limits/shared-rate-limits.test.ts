import { createTestDatabase, type TestDatabase, withDatabaseAway } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database, openDatabase } from '@guidepost/postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Allowance, RateLimiter } from './rate-limit.ts';
import { createSharedRateLimits, type SharedRateLimits } from './shared-rate-limits.ts';

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
