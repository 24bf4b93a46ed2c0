import { type BoundStatement, type Database, sql } from '@guidepost/postgres';
import RateLimiterPostgres from 'rate-limiter-flexible/lib/RateLimiterPostgres.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import {
  type Allowance,
  createTokenBuckets,
  type RateLimit,
  type RateLimiter,
  type RefundableLimiter,
} from './rate-limits.ts';

const RATE_LIMIT_TABLE = 'rate_limits';

interface RateLimitStore {
  client: { query(statement: BoundStatement): Promise<{ rows: unknown[] }> };
  removeExpired(): Promise<void>;
  /** Reports other failures, such as a hash that cannot be computed. */
  noticeFailure(error: unknown): void;
}

const deleteExpired = sql`
  -- Expired windows; $1 is an instance's clock in milliseconds, as rate-limiter-flexible writes it.
  delete from rate_limits where expire < $1
`;

export interface SharedRateLimitsOptions {
  /** Has the table `rate_limits (key varchar(255) primary key, points integer, expire bigint)`, preferably unlogged. */
  database: Database;
  /** Hashes a subject to at most 200 characters, identically on every instance. */
  hash: (subject: string) => string | Promise<string>;
  /** Called once when the table becomes unusable, and once when it works again. */
  onChange?: ((shared: boolean, error?: unknown) => void) | undefined;
}

export interface SharedRateLimits {
  limiter(limit: RateLimit): RateLimiter;
  refundable(limit: RateLimit): RefundableLimiter;
  /** Deletes expired windows, as also happens every minute; resolves even if the table is unreachable. */
  removeExpired(): Promise<void>;
  stop(): void;
}

const REMOVAL_INTERVAL = 60_000;

/**
 * Write limits shared through PostgreSQL: windows of `seconds` that start with a subject's first request, one statement
 * each. A subject over its limit is refused from memory. While the table is unreachable (S25), each instance counts in
 * token buckets, which are bounded, unlike the library's memory limiter.
 *
 * Windows end by the instances' clocks, which should agree to a second.
 */
export function createSharedRateLimits({
  database,
  hash,
  onChange,
}: SharedRateLimitsOptions): SharedRateLimits {
  const store = createRateLimitStore(database, onChange);
  const removal = setInterval(() => void store.removeExpired(), REMOVAL_INTERVAL).unref();

  /** @param refusesFromMemory cannot be taken back by another instance */
  function open(limit: RateLimit, refusesFromMemory: boolean): RefundableLimiter {
    const shared = new RateLimiterPostgres({
      storeClient: store.client,
      storeType: 'client',
      tableName: RATE_LIMIT_TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
      ...(refusesFromMemory && { inMemoryBlockOnConsumed: limit.points }),
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
      async giveBack(subject) {
        try {
          await shared.reward(await hash(subject));
        } catch (error) {
          store.noticeFailure(error);
        }
      },
    };
  }

  return {
    removeExpired: store.removeExpired,
    stop: () => clearInterval(removal),
    limiter: (limit) => open(limit, true),
    refundable: (limit) => open(limit, false),
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

/** Stores limits in the database and reports when it becomes unreachable and reachable again. */
function createRateLimitStore(
  database: Database,
  onChange: ((shared: boolean, error?: unknown) => void) | undefined,
): RateLimitStore {
  let reachable = true;

  function notice(now: boolean, error?: unknown): void {
    if (reachable === now) return;
    reachable = now;
    onChange?.(now, error);
  }

  async function query(statement: BoundStatement): Promise<{ rows: unknown[] }> {
    try {
      const result = await database.result(statement);
      notice(true);
      return result;
    } catch (error) {
      notice(false, error);
      throw error;
    }
  }

  return {
    client: { query },
    async removeExpired() {
      await query(deleteExpired([Date.now()])).catch(() => {});
    },
    noticeFailure: (error) => notice(false, error),
  };
}
