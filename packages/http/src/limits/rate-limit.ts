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
}

/** A limit per minute, as configured by environment variables. */
export function perMinute(name: string, points: number): RateLimit {
  return { name, points, seconds: 60 };
}
