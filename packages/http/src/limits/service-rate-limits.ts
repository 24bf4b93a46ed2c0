import { createHmac } from 'node:crypto';
import type { Database, Secret } from '@guidepost/postgres';
import type { Logger, Metrics, VariableSchema } from '@guidepost/service-kit';
import {
  createTokenBuckets,
  type LimitersBySubject,
  perMinute,
  type RateLimit,
  type RateLimiter,
  type SignInLimits,
} from './rate-limits.ts';
import { createSharedRateLimits } from './shared-rate-limits.ts';

const QUARTER_OF_AN_HOUR = 900;
const FAILURES_OF_ACCOUNT = 5;
const FAILURES_OF_SENDER = 20;
const STARTS_OF_SENDER = 60;
const HOUR = 3_600;
const DAY = 86_400;
const RESETS_OF_MAILBOX = 5;
const RESETS_OF_SENDER = 20;

/** Wraps a limiter so that what it refuses is counted. */
type CountRefusals = <Limiter extends RateLimiter>(name: string, limiter: Limiter) => Limiter;

export const REQUESTS_A_MINUTE = { type: 'integer', minimum: 1, maximum: 1_000_000 };

export interface LimitConfig {
  RATE_LIMITS: 'on' | 'off';
  READ_LIMIT?: number;
  READ_LIMIT_KEY?: number;
}

/** Environment variables that both services share. */
export const LIMIT_VARIABLES: Record<string, VariableSchema> = {
  RATE_LIMITS: {
    description: '"off" disables all limits, for load tests',
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
  database: Database;
  /** Keys the hash of subjects. */
  secret: Secret;
  logger: Logger;
  metrics: Metrics;
}

export interface ServiceRateLimits {
  reads: LimitersBySubject;
  shared(name: string, points: number): RateLimiter | undefined;
  sharedHourly(name: string, points: number): RateLimiter | undefined;
  sharedDaily(name: string, points: number): RateLimiter | undefined;
  signIns: SignInLimits;
  stop(): void;
}

export function createServiceRateLimits(options: ServiceRateLimitsOptions): ServiceRateLimits {
  const { config, database, secret, logger, metrics } = options;
  const counted = countRefusals(metrics);
  const noteSharing = measureSharing(metrics);
  if (config.RATE_LIMITS === 'off') {
    logger.warn('RATE_LIMITS=off: all limits are disabled; use this for load tests only');
    const none = () => undefined;
    return { reads: {}, shared: none, sharedHourly: none, sharedDaily: none, signIns: {}, stop() {} };
  }
  const hash = createSubjectHash(secret);
  const logSharing = createSharingLog(logger);
  const { stop, ...limits } = createSharedRateLimits({
    database,
    hash,
    onChange(shared, error) {
      noteSharing(shared);
      logSharing(shared, error);
    },
  });
  const limiter = (limit: RateLimit) => counted(limit.name, limits.limiter(limit));
  const refundable = (limit: RateLimit) => counted(limit.name, limits.refundable(limit));
  const reads = (name: string, points: number | undefined) =>
    points === undefined ? undefined : counted(name, createTokenBuckets(perMinute('read', points)));
  return {
    reads: { address: reads('read', config.READ_LIMIT), key: reads('read-key', config.READ_LIMIT_KEY) },
    shared: (name, points) => limiter(perMinute(name, points)),
    sharedHourly: (name, points) => limiter({ name, points, seconds: HOUR }),
    sharedDaily: (name, points) => limiter({ name, points, seconds: DAY }),
    signIns: {
      account: refundable({
        name: 'sign-in-account',
        points: FAILURES_OF_ACCOUNT,
        seconds: QUARTER_OF_AN_HOUR,
      }),
      sender: refundable({ name: 'sign-in-sender', points: FAILURES_OF_SENDER, seconds: QUARTER_OF_AN_HOUR }),
      start: limiter(perMinute('sign-in-start', STARTS_OF_SENDER)),
      resets: {
        mailbox: limiter({ name: 'reset-mailbox', points: RESETS_OF_MAILBOX, seconds: DAY }),
        sender: limiter({ name: 'reset-sender', points: RESETS_OF_SENDER, seconds: QUARTER_OF_AN_HOUR }),
      },
    },
    stop,
  };
}

function createSharingLog(logger: Logger): (shared: boolean, error?: unknown) => void {
  return (shared, error) => {
    if (shared) logger.info('write limits are shared between instances again');
    else logger.warn({ err: error }, 'write limits cannot be shared; each instance counts separately');
  };
}

/** 132 bits, enough to rule out collisions. */
const HASH_LENGTH = 22;

/** Subjects are stored as keyed hashes: there are few enough addresses to reverse a plain hash by brute force. */
function createSubjectHash(secret: Secret): (subject: string) => Promise<string> {
  return async (subject) =>
    createHmac('sha256', await secret())
      .update(`rate-limit:${subject}`)
      .digest('base64url')
      .slice(0, HASH_LENGTH);
}

function countRefusals({ addCounter }: Pick<Metrics, 'addCounter'>): CountRefusals {
  const count = addCounter({
    name: 'rate_limited_total',
    help: 'Requests that were refused because there were too many, by limit',
    labelNames: ['limit'],
  });
  return (limit, limiter) => {
    count({ limit }, 0);
    return {
      ...limiter,
      take(subject) {
        const taken = limiter.take(subject);
        if (taken instanceof Promise) {
          return taken.then((allowance) => {
            if (!allowance.allowed) count({ limit });
            return allowance;
          });
        }
        if (!taken.allowed) count({ limit });
        return taken;
      },
    };
  };
}

/** @returns to be called when the table of limits can no longer be reached, and when it can again */
function measureSharing({ addGauge }: Pick<Metrics, 'addGauge'>): (shared: boolean) => void {
  let isShared = true;
  addGauge({
    name: 'rate_limits_shared',
    help: 'Whether limits are counted for all instances together (1) or by each alone (0)',
    read: () => [{ labels: {}, value: Number(isShared) }],
  });
  return (shared) => {
    isShared = shared;
  };
}
