import {
  type ClientConfig,
  createReadLimiters,
  type LimitersBySubject,
  type Logger,
  perMinute,
  type RateLimiter,
} from '@guidepost/service-kit';
import { logSharing } from './log-sharing.ts';
import { createSharedRateLimits, type SharedRateLimitsOptions } from './shared-rate-limits.ts';

export interface ServiceRateLimitsOptions extends Pick<SharedRateLimitsOptions, 'database' | 'hash'> {
  config: Pick<ClientConfig, 'RATE_LIMITS' | 'READ_LIMIT' | 'READ_LIMIT_KEY'>;
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
  const { config, database, logger, hash } = options;
  if (config.RATE_LIMITS === 'off') {
    logger.warn('RATE_LIMITS=off: nobody is limited; this is for load tests');
    return { reads: {}, shared: () => undefined, stop() {} };
  }
  const { limiter, stop } = createSharedRateLimits({ database, hash, onChange: logSharing(logger) });
  return {
    reads: createReadLimiters(config),
    shared: (name, points) => limiter(perMinute(name, points)),
    stop,
  };
}
