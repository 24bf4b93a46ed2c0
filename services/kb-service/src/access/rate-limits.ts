import {
  createServiceRateLimits,
  type LimitersBySubject,
  type ServiceRateLimitsOptions,
} from '@guidepost/access';

/** The service's limits; what is left out is not limited. */
export interface RateLimits {
  reads: LimitersBySubject;
  votes: LimitersBySubject;
  stop(): void;
}

/** Votes a minute. */
export interface VoteLimits {
  VOTE_LIMIT: number;
  VOTE_LIMIT_KEY: number;
}

export interface RateLimitsOptions extends ServiceRateLimitsOptions {
  config: ServiceRateLimitsOptions['config'] & VoteLimits;
}

/** The numbers are a minute's; the README has their table. Reads are counted here, votes by all instances together. */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { VOTE_LIMIT, VOTE_LIMIT_KEY } = options.config;
  const { reads, shared, stop } = createServiceRateLimits(options);
  return {
    reads,
    votes: { address: shared('vote', VOTE_LIMIT), key: shared('vote-key', VOTE_LIMIT_KEY) },
    stop,
  };
}
