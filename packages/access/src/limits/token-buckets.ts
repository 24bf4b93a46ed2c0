import type { Allowance, RateLimit } from './rate-limit.ts';

export interface TokenBuckets {
  take(subject: string): Allowance;
}

export interface TokenBucketOptions {
  /** Subjects that one generation holds; twice as many are remembered at most (about 100 bytes each). */
  capacity?: number;
  /** Milliseconds that only grow. */
  now?: () => number;
}

const CAPACITY = 100_000;
/** Milliseconds: sums of fractions are not exact. */
const ROUNDING = 0.001;

/**
 * A token bucket for each subject, in this process: `points` at once, then one every `seconds / points`.
 *
 * A bucket is one number, the time at which it is full again (GCRA, ITU-T I.371), and one that is full need not be
 * remembered. So subjects live in two generations: those seen since the last turn, and those of the one before. A turn
 * comes every `seconds`, when all buckets of the older generation are full, so that forgetting them changes nothing. It
 * comes early when a generation has reached its capacity: to be forgotten that way, one has to stay silent while 100,000
 * other addresses ask. Whoever has those gains nothing by it.
 */
export function createTokenBuckets(limit: RateLimit, options: TokenBucketOptions = {}): TokenBuckets {
  const { capacity = CAPACITY, now = () => performance.now() } = options;
  const period = limit.seconds * 1_000;
  const interval = period / limit.points;
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  let turned = now();

  function turn(time: number): void {
    // After two periods of silence the younger generation is full as well.
    previous = time - turned < 2 * period ? current : new Map();
    current = new Map();
    turned = time;
  }

  return {
    take(subject) {
      const time = now();
      if (time - turned >= period || current.size >= capacity) turn(time);
      const missing = Math.max(0, (current.get(subject) ?? previous.get(subject) ?? time) - time);
      const allowed = missing + interval <= period + ROUNDING;
      const missingNow = allowed ? missing + interval : missing;
      current.set(subject, time + missingNow);
      return {
        allowed,
        limit: limit.points,
        remaining: Math.floor((period - missingNow + ROUNDING) / interval),
        resetAfter: missingNow / 1_000,
        retryAfter: allowed ? 0 : (missing + interval - period) / 1_000,
      };
    },
  };
}
