import type { LimitersBySubject } from '@guidepost/http';
import { createSharedRateLimits, type Database, logSharing } from '@guidepost/postgres';
import { createReadLimiters, type Logger, perMinute } from '@guidepost/service-kit';
import type { Config } from '../config.ts';

/** The service's limits; what is left out is not limited. */
export interface RateLimits {
  reads: LimitersBySubject;
  votes: LimitersBySubject;
  stop(): void;
}

export interface RateLimitsOptions {
  config: Config;
  database: Database;
  logger: Logger;
  /** What is stored in place of a subject, the same on every instance. */
  hash: (subject: string) => string | Promise<string>;
}

/** The numbers are a minute's; the README has their table. Reads are counted here, votes by all instances together. */
export function createRateLimits({ config, database, logger, hash }: RateLimitsOptions): RateLimits {
  if (config.RATE_LIMITS === 'off') {
    logger.warn('RATE_LIMITS=off: nobody is limited; this is for load tests');
    return { reads: {}, votes: {}, stop() {} };
  }
  const shared = createSharedRateLimits({ database, hash, onChange: logSharing(logger) });
  return {
    reads: createReadLimiters(config),
    votes: {
      address: shared.limiter(perMinute('vote', config.VOTE_LIMIT)),
      key: shared.limiter(perMinute('vote-key', config.VOTE_LIMIT_KEY)),
    },
    stop: shared.stop,
  };
}
