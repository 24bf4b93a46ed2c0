/** A number of requests that each subject (an address, an access key) may make in a time. */
export interface RateLimit {
  /** Tells limits apart that count the same subject, e.g. `vote`. */
  name: string;
  /** Requests at most, at least 1. */
  points: number;
  /** In this time, at least 1. */
  seconds: number;
}

/** What became of one request. */
export interface Allowance {
  allowed: boolean;
  /** The limit's `points`. */
  limit: number;
  /** Requests that are left now. */
  remaining: number;
  /** Seconds until all of them are there again. */
  resetAfter: number;
  /** Seconds until the next one is allowed: 0 when this one was. */
  retryAfter: number;
}

/** Counts requests by subject. */
export interface RateLimiter {
  /** Counts one request; one that is refused takes nothing away. Never rejects because a store is away. */
  take(subject: string): Allowance | Promise<Allowance>;
}

/** Who counts how: with a valid access key the key does, and not the address that it comes from. */
export interface LimitersBySubject {
  address?: RateLimiter | undefined;
  key?: RateLimiter | undefined;
}

/** A limit of so many requests a minute, as the environment's variables say it. */
export function perMinute(name: string, points: number): RateLimit {
  return { name, points, seconds: 60 };
}
