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
  messages: MessageLimits;
  signIns: SignInLimits;
  stop(): void;
}

/** Messages to the people behind a knowledge base, an hour and address. */
export interface MessageLimits {
  all: LimitersBySubject;
  /** Those for which no challenge was solved. */
  unproven: LimitersBySubject;
}

/** Votes per minute, and messages per hour. */
export interface VoteLimits {
  VOTE_LIMIT: number;
  VOTE_LIMIT_KEY: number;
  CONTACT_LIMIT: number;
}

export interface RateLimitsOptions extends ServiceRateLimitsOptions {
  config: ServiceRateLimitsOptions['config'] & VoteLimits;
}

/**
 * Limits are per minute, but for those of messages. Each instance counts reads by itself; all instances count votes and
 * messages together.
 */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { VOTE_LIMIT, VOTE_LIMIT_KEY, CONTACT_LIMIT } = options.config;
  const { reads, shared, sharedHourly, signIns, stop } = createServiceRateLimits(options);
  return {
    reads,
    votes: { address: shared('vote', VOTE_LIMIT), key: shared('vote-key', VOTE_LIMIT_KEY) },
    messages: {
      all: { address: sharedHourly('contact', CONTACT_LIMIT) },
      unproven: { address: sharedHourly('contact-unproven', Math.ceil(CONTACT_LIMIT / 2)) },
    },
    signIns,
    stop,
  };
}
