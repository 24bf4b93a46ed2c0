export { type CountBySubject, countRequest, createCountBySubject } from './count-requests.ts';
export {
  type Allowance,
  createTokenBuckets,
  type LimitersBySubject,
  type RateLimiter,
  type SignInLimits,
} from './rate-limits.ts';
export {
  createServiceRateLimits,
  LIMIT_VARIABLES,
  type LimitConfig,
  REQUESTS_A_MINUTE,
  type ServiceRateLimitsOptions,
} from './service-rate-limits.ts';
