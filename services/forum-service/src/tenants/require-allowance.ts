import type { RateLimiter } from '@guidepost/http/limits';
import { AppError } from '@guidepost/service-kit';

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
