import {
  createServiceRateLimits,
  type LimitersBySubject,
  type ServiceRateLimitsOptions,
  type SignInLimits,
} from '@guidepost/http/limits';

/** Limits of the service; a missing limiter means no limit. */
export interface RateLimits {
  reads: LimitersBySubject;
  votes: LimitersBySubject;
  signIns: SignInLimits;
  stop(): void;
}

/** Votes per minute. */
export interface VoteLimits {
  VOTE_LIMIT: number;
  VOTE_LIMIT_KEY: number;
}

export interface RateLimitsOptions extends ServiceRateLimitsOptions {
  config: ServiceRateLimitsOptions['config'] & VoteLimits;
}

/** Limits are per minute. Each instance counts reads by itself; all instances count votes together. */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { VOTE_LIMIT, VOTE_LIMIT_KEY } = options.config;
  const { reads, shared, signIns, stop } = createServiceRateLimits(options);
  return {
    reads,
    votes: { address: shared('vote', VOTE_LIMIT), key: shared('vote-key', VOTE_LIMIT_KEY) },
    signIns,
    stop,
  };
}
