import {
  createServiceRateLimits,
  type LimitersBySubject,
  type RateLimiter,
  type ServiceRateLimitsOptions,
} from '@guidepost/access';
import type { Config } from '../config.ts';

/** The service's limits; what is left out is not limited. */
export interface RateLimits {
  reads: LimitersBySubject;
  /** By the address that a post is claimed to come from. */
  claimed: Readonly<Record<'post' | 'vote', RateLimiter | undefined>>;
  /** Of whoever sends posts and votes: by key, else by address. */
  senders: LimitersBySubject;
  stop(): void;
}

export interface RateLimitsOptions extends ServiceRateLimitsOptions {
  config: Config;
}

/** The numbers are a minute's; the README has their table. Reads are counted here, posts by all instances together. */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { POST_LIMIT, VOTE_LIMIT, POST_LIMIT_SENDER, POST_LIMIT_KEY } = options.config;
  const { reads, shared, stop } = createServiceRateLimits(options);
  return {
    reads,
    claimed: { post: shared('post', POST_LIMIT), vote: shared('vote', VOTE_LIMIT) },
    senders: {
      address: shared('post-sender', POST_LIMIT_SENDER),
      key: shared('post-key', POST_LIMIT_KEY),
    },
    stop,
  };
}
