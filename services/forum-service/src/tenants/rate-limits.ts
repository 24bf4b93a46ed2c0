import {
  createServiceRateLimits,
  type LimitersBySubject,
  type RateLimiter,
  type ServiceRateLimitsOptions,
  type SignInLimits,
} from '@guidepost/http/limits';
import { AppError } from '@guidepost/service-kit';

export interface RateLimits {
  reads: LimitersBySubject;
  claimed: Readonly<Record<'post' | 'vote', RateLimiter | undefined>>;
  senders: LimitersBySubject;
  signIns: SignInLimits;
  /** Mails a day that ask to confirm an address: to one, and from one sender. */
  confirmations: Readonly<Record<'email' | 'sender', RateLimiter | undefined>>;
  /** The same for links that sign in. */
  signInLinks: Readonly<Record<'email' | 'sender', RateLimiter | undefined>>;
  previews: RateLimiter | undefined;
  /** Downloads of what is stored about a member. */
  ownData: RateLimiter | undefined;
  stop(): void;
}

/** Posts and votes per minute. */
export interface PostLimits {
  POST_LIMIT: number;
  VOTE_LIMIT: number;
  POST_LIMIT_SENDER: number;
  POST_LIMIT_KEY: number;
}

interface RateLimitsOptions extends ServiceRateLimitsOptions {
  config: ServiceRateLimitsOptions['config'] & PostLimits;
}

/** Mails a day, for each kind of mail. */
const MAILS_TO_ADDRESS = 5;
const MAILS_OF_SENDER = 20;

const PREVIEWS = 60;
const DOWNLOADS = 5;

/**
 * Limits are per minute unless they say otherwise, as listed in the README. Reads are counted per instance, posts
 * across all instances.
 */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { POST_LIMIT, VOTE_LIMIT, POST_LIMIT_SENDER, POST_LIMIT_KEY } = options.config;
  const { reads, shared, sharedDaily, signIns, stop } = createServiceRateLimits(options);
  return {
    reads,
    claimed: { post: shared('post', POST_LIMIT), vote: shared('vote', VOTE_LIMIT) },
    senders: {
      address: shared('post-sender', POST_LIMIT_SENDER),
      key: shared('post-key', POST_LIMIT_KEY),
    },
    signIns,
    confirmations: {
      email: sharedDaily('confirm-email', MAILS_TO_ADDRESS),
      sender: sharedDaily('confirm-sender', MAILS_OF_SENDER),
    },
    signInLinks: {
      email: sharedDaily('sign-in-link-email', MAILS_TO_ADDRESS),
      sender: sharedDaily('sign-in-link-sender', MAILS_OF_SENDER),
    },
    previews: shared('preview', PREVIEWS),
    ownData: shared('own-data', DOWNLOADS),
    stop,
  };
}

/** Counts a request of a subject. @throws AppError `rate-limited` when there were too many */
export async function requireAllowance(
  limiter: RateLimiter | undefined,
  subject: string,
  refusal: string,
): Promise<void> {
  const allowance = await limiter?.take(subject);
  if (allowance === undefined || allowance.allowed) return;
  const retryAfter = Math.max(1, Math.ceil(allowance.retryAfter));
  throw new AppError('rate-limited', refusal, { retryAfter });
}
