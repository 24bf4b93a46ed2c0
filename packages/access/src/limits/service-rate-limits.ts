import { createHmac } from 'node:crypto';
import type { Database, Secret } from '@guidepost/postgres';
import type { Logger, VariableSchema } from '@guidepost/service-kit';
import { type LimitersBySubject, perMinute, type RateLimiter } from './rate-limit.ts';
import { createSharedRateLimits } from './shared-rate-limits.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** A number of requests a minute, for variables. */
export const REQUESTS_A_MINUTE = { type: 'integer', minimum: 1, maximum: 1_000_000 };

/** The values of {@link LIMIT_VARIABLES}. */
export interface LimitConfig {
  RATE_LIMITS: 'on' | 'off';
  READ_LIMIT?: number;
  READ_LIMIT_KEY?: number;
}

/** How many requests are too many, as far as both services say it in the same way. */
export const LIMIT_VARIABLES: Record<string, VariableSchema> = {
  RATE_LIMITS: {
    description: '"off" for load tests: nobody is limited',
    type: 'string',
    enum: ['on', 'off'],
    default: 'on',
  },
  READ_LIMIT: {
    description: 'reads a minute for each address, counted by each instance; not limited unless set',
    ...REQUESTS_A_MINUTE,
  },
  READ_LIMIT_KEY: {
    description: 'reads a minute for each access key, counted by each instance; not limited unless set',
    ...REQUESTS_A_MINUTE,
  },
};

export interface ServiceRateLimitsOptions {
  config: LimitConfig;
  /** See {@link createSharedRateLimits}. */
  database: Database;
  /** What subjects are hashed with. */
  secret: Secret;
  logger: Logger;
}

/** The limits of a service; with `RATE_LIMITS=off` there are none. */
export interface ServiceRateLimits {
  /** Counted by each instance. */
  reads: LimitersBySubject;
  /** So many requests a minute, counted by all instances together; the name tells it from other limits. */
  shared(name: string, points: number): RateLimiter | undefined;
  stop(): void;
}

/** What a service counts requests with, as its variables say. */
export function createServiceRateLimits(options: ServiceRateLimitsOptions): ServiceRateLimits {
  const { config, database, secret, logger } = options;
  if (config.RATE_LIMITS === 'off') {
    logger.warn('RATE_LIMITS=off: nobody is limited; this is for load tests');
    return { reads: {}, shared: () => undefined, stop() {} };
  }
  const hash = createSubjectHash(secret);
  const { limiter, stop } = createSharedRateLimits({ database, hash, onChange: logSharing(logger) });
  return {
    reads: { address: readLimiter(config.READ_LIMIT), key: readLimiter(config.READ_LIMIT_KEY) },
    shared: (name, points) => limiter(perMinute(name, points)),
    stop,
  };
}

function readLimiter(points: number | undefined): RateLimiter | undefined {
  return points === undefined ? undefined : createTokenBuckets(perMinute('read', points));
}

function logSharing(logger: Logger): (shared: boolean, error?: unknown) => void {
  return (shared, error) => {
    if (shared) logger.info('write limits are shared between instances again');
    else logger.warn({ err: error }, 'write limits cannot be shared; each instance counts for itself');
  };
}

/** 132 bits: no two subjects share a count. */
const HASH_LENGTH = 22;

/**
 * What is stored in place of an address or a key. Addresses are few enough to be tried one by one, so without a secret
 * that all instances know a hash would not hide them.
 */
function createSubjectHash(secret: Secret): (subject: string) => Promise<string> {
  return async (subject) =>
    createHmac('sha256', await secret())
      .update(`rate-limit:${subject}`)
      .digest('base64url')
      .slice(0, HASH_LENGTH);
}
