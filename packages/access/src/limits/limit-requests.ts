import type { ServerResponse } from 'node:http';
import { AppError } from '@guidepost/service-kit';
import type { Request, RequestHandler, Response } from 'express';
import type { Allowance, RateLimiter } from './rate-limit.ts';

/** Who a request is counted as, and by which limit. */
export interface CountedRequest {
  limiter: RateLimiter;
  /** Such as `address:192.0.2.1` or `key:7`: never an address alone, so that none can pass for a key. */
  subject: string;
}

/**
 * A middleware that counts each request. Every answer then says what is left (`RateLimit-Limit`, `-Remaining`,
 * `-Reset` in seconds, as of draft-ietf-httpapi-ratelimit-headers-05), and one request too many throws AppError
 * `rate-limited`, which says when to come again. `countedAs` gives `undefined` for a request that is not counted.
 */
export function limitRequests(
  countedAs: (request: Request, response: Response) => CountedRequest | undefined,
): RequestHandler {
  return async (request, response, next) => {
    await countRequest(response, countedAs(request, response));
    next();
  };
}

/**
 * Counts a request, if it is counted at all; its answer then says how many are left.
 * @throws AppError `rate-limited` for one too many, with the time to wait
 */
export async function countRequest(
  response: ServerResponse,
  counted: CountedRequest | undefined,
): Promise<void> {
  if (counted) judge(await counted.limiter.take(counted.subject), response);
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
