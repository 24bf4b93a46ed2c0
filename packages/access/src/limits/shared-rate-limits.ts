import type { Database } from '@guidepost/postgres';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, RateLimit, RateLimiter } from './rate-limit.ts';
import { createRateLimitStore, RATE_LIMIT_TABLE } from './rate-limit-store.ts';
import { createTokenBuckets } from './token-buckets.ts';

export interface SharedRateLimitsOptions {
  /** It has the table `rate_limits (key varchar(255) primary key, points integer, expire bigint)`, best unlogged. */
  database: Database;
  /** What is stored in place of a subject: at most 200 characters, the same on every instance. */
  hash: (subject: string) => string | Promise<string>;
  /** Hears once when the table cannot be used, and once when it can again. */
  onChange?: ((shared: boolean, error?: unknown) => void) | undefined;
}

/** Limits that all instances on one database count together. */
export interface SharedRateLimits {
  limiter(limit: RateLimit): RateLimiter;
  /** Deletes windows that are over, as happens every minute; resolves also while the table is away. */
  removeExpired(): Promise<void>;
  stop(): void;
}

const REMOVAL_INTERVAL = 60_000;

/**
 * Write limits that are shared through PostgreSQL: windows of `seconds` that begin with a subject's first request.
 * One statement a request; a subject that has used up its window is refused from memory. While the table is away each
 * instance counts for itself in token buckets, which unlike the library's memory limiter are bounded.
 *
 * Windows end by the clocks of the instances, which should agree to a second.
 */
export function createSharedRateLimits({
  database,
  hash,
  onChange,
}: SharedRateLimitsOptions): SharedRateLimits {
  const store = createRateLimitStore(database, onChange);
  const removal = setInterval(() => void store.removeExpired(), REMOVAL_INTERVAL).unref();
  return {
    removeExpired: store.removeExpired,
    stop: () => clearInterval(removal),
    limiter(limit) {
      const shared = new RateLimiterPostgres({
        storeClient: store.client,
        storeType: 'client',
        tableName: RATE_LIMIT_TABLE,
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: limit.name,
        points: limit.points,
        duration: limit.seconds,
        inMemoryBlockOnConsumed: limit.points,
      });
      const alone = createTokenBuckets(limit);
      return {
        async take(subject) {
          try {
            return allowanceOf(limit, await shared.consume(await hash(subject)), true);
          } catch (outcome) {
            if (outcome instanceof RateLimiterRes) return allowanceOf(limit, outcome, false);
            store.noticeFailure(outcome);
            return alone.take(subject);
          }
        },
      };
    },
  };
}

function allowanceOf({ points }: RateLimit, state: RateLimiterRes, allowed: boolean): Allowance {
  const resetAfter = state.msBeforeNext / 1_000;
  return {
    allowed,
    limit: points,
    remaining: state.remainingPoints,
    resetAfter,
    retryAfter: allowed ? 0 : resetAfter,
  };
}
