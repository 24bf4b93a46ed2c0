import type { ClientConfig } from '../config/service-variables.ts';
import { type LimitersBySubject, perMinute } from './rate-limit.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** The limits of reads, which each instance counts for itself; what is not set is not limited. */
export function createReadLimiters({
  READ_LIMIT,
  READ_LIMIT_KEY,
}: Pick<ClientConfig, 'READ_LIMIT' | 'READ_LIMIT_KEY'>): LimitersBySubject {
  const limiter = (points: number) => createTokenBuckets(perMinute('read', points));
  return {
    ...(READ_LIMIT !== undefined && { address: limiter(READ_LIMIT) }),
    ...(READ_LIMIT_KEY !== undefined && { key: limiter(READ_LIMIT_KEY) }),
  };
}
