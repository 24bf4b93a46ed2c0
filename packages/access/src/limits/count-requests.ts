import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressBlock, type Clients } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Allowance, LimitersBySubject, RateLimiter } from './rate-limit.ts';

/** Who a request is counted as, and by which limit. */
export interface CountedRequest {
  limiter: RateLimiter;
  /** Such as `address:192.0.2.1` or `key:7`: never an address alone, so that none can pass for a key. */
  subject: string;
}

/**
 * Counts a request, unless it is not limited. Its response then says what is left (`RateLimit-Limit`, `-Remaining`,
 * `-Reset` in seconds, as of draft-ietf-httpapi-ratelimit-headers-05).
 * @throws AppError `rate-limited` for one too many, with the time to wait
 */
export async function countRequest(
  response: ServerResponse,
  counted: CountedRequest | undefined,
): Promise<void> {
  if (counted) judge(await counted.limiter.take(counted.subject), response);
}

/** Counts a request under its access key, else under its sender's address. */
export type CountBySubject = (
  request: IncomingMessage,
  response: ServerResponse,
  accessKeyId: number | undefined,
) => Promise<void>;

/** How the requests of one kind are counted: under their access key, else under their sender's address. */
export function createCountBySubject(
  { address, key }: LimitersBySubject,
  { addressOf }: Pick<Clients, 'addressOf'>,
): CountBySubject {
  return async (request, response, accessKeyId) => {
    if (accessKeyId !== undefined) {
      return countRequest(response, key && { limiter: key, subject: `key:${accessKeyId}` });
    }
    const counted = address && { limiter: address, subject: `address:${addressBlock(addressOf(request))}` };
    return countRequest(response, counted);
  };
}

function judge(
  { allowed, limit, remaining, resetAfter, retryAfter }: Allowance,
  response: ServerResponse,
): void {
  response.setHeader('RateLimit-Limit', limit);
  response.setHeader('RateLimit-Remaining', remaining);
  response.setHeader('RateLimit-Reset', Math.ceil(resetAfter));
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil(retryAfter));
  throw new AppError('rate-limited', `Too many requests; come again in ${inWords(seconds)}.`, {
    retryAfter: seconds,
  });
}

function inWords(seconds: number): string {
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}
