export { type CountBySubject, countRequest, createCountBySubject } from './count-requests.ts';
export type { Allowance, LimitersBySubject, RateLimiter, SignInLimits } from './rate-limit.ts';
export {
  createServiceRateLimits,
  LIMIT_VARIABLES,
  type LimitConfig,
  REQUESTS_A_MINUTE,
  type ServiceRateLimitsOptions,
} from './service-rate-limits.ts';
export { createTokenBuckets } from './token-buckets.ts';
