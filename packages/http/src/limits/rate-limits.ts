export interface RateLimit {
  name: string;
  /** Requests per period, at least 1. */
  points: number;
  /** The period in seconds, at least 1. */
  seconds: number;
}

/** The outcome of counting a request. */
export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the full limit is restored. */
  resetAfter: number;
  /** Seconds until the next request is allowed; 0 when this one was. */
  retryAfter: number;
}

export interface RateLimiter {
  /** Counts a request; refused ones are not counted. Never rejects when the store is unreachable. */
  take(subject: string): Allowance | Promise<Allowance>;
}

/** Counts attempts of which only failures are to count. */
export interface RefundableLimiter extends RateLimiter {
  /** Takes back a request that was counted. Never rejects when the store is unreachable. */
  giveBack(subject: string): Promise<void>;
}

export interface LimitersBySubject {
  address?: RateLimiter | undefined;
  key?: RateLimiter | undefined;
}

/** The limits of a desk's sign-in. A missing limiter means no limit. */
export interface SignInLimits {
  /** Failures in a quarter of an hour. */
  account?: RefundableLimiter | undefined;
  sender?: RefundableLimiter | undefined;
  /** Sign-ins that a sender may begin in a minute; each is stored until it ends. */
  start?: RateLimiter | undefined;
  /** New passwords that are asked for in a day for a mailbox, known or not, and in a quarter of an hour by a sender. */
  resets?: Readonly<Record<'mailbox' | 'sender', RateLimiter | undefined>> | undefined;
}

/** A limit per minute, as configured by environment variables. */
export function perMinute(name: string, points: number): RateLimit {
  return { name, points, seconds: 60 };
}

export interface TokenBuckets {
  take(subject: string): Allowance;
}

export interface TokenBucketOptions {
  /** Subjects per generation; there are two generations (about 100 bytes per subject). */
  capacity?: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

const CAPACITY = 100_000;
/** Milliseconds, for floating-point errors. */
const ROUNDING = 0.001;

/**
 * A token bucket per subject, in this process: a burst of `points`, then one every `seconds / points`.
 *
 * A bucket is the time at which it is full again (GCRA, ITU-T I.371); full ones need not be stored. Generations rotate
 * every `seconds`, when the older one holds only full buckets, or early at capacity: an address would have to stay
 * silent while 100,000 others send requests to be forgotten too soon.
 */
export function createTokenBuckets(limit: RateLimit, options: TokenBucketOptions = {}): TokenBuckets {
  const { capacity = CAPACITY, now = () => performance.now() } = options;
  const period = limit.seconds * 1_000;
  const interval = period / limit.points;
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  let turned = now();

  function turn(time: number): void {
    // After two idle periods, the younger generation is full as well.
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
