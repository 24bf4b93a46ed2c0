import { describe, expect, it } from '@jest/globals';
import { createTokenBuckets } from './token-buckets.ts';

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
