import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@guidepost/service-kit';
import { addressBlock, type Clients } from '../clients.ts';
import type { Allowance, LimitersBySubject, RateLimiter } from './rate-limits.ts';

/** The subject and the limit that a request counts against. */
export interface CountedRequest {
  limiter: RateLimiter;
  /** `address:192.0.2.1` or `key:7`; the prefix keeps addresses and keys apart. */
  subject: string;
}

/**
 * Counts a request, if limited, and sets `RateLimit-Limit`, `-Remaining` and `-Reset` (seconds;
 * draft-ietf-httpapi-ratelimit-headers-05).
 * @throws AppError `rate-limited` with the time to wait
 */
export async function countRequest(
  response: ServerResponse,
  counted: CountedRequest | undefined,
): Promise<void> {
  if (counted) judge(await counted.limiter.take(counted.subject), response);
}

export type CountBySubject = (
  request: IncomingMessage,
  response: ServerResponse,
  accessKeyId: number | undefined,
) => Promise<void>;

/** Counts one kind of request by access key, else by the sender's address. */
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
  throw new AppError('rate-limited', `Too many requests; try again in ${inWords(seconds)}.`, {
    retryAfter: seconds,
  });
}

function inWords(seconds: number): string {
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}
