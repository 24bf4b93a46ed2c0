import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressBlock, type Clients } from '@guidepost/http';
import type { RequestHandler } from 'express';
import { countRequest, limitRequests } from './limit-requests.ts';
import type { LimitersBySubject } from './rate-limit.ts';

/**
 * What stands before a handler that is limited, and nothing where nobody is: each request counts as that of its access
 * key, whose id whoever judged the key has left in `response.locals.accessKeyId`, else as its sender's.
 */
export function limitBySubject(
  { address, key }: LimitersBySubject,
  { addressOf }: Pick<Clients, 'addressOf'>,
): RequestHandler[] {
  if (!address && !key) return [];
  return [
    limitRequests((request, response) => {
      const keyId = response.locals.accessKeyId as number | undefined;
      if (keyId !== undefined) return key && { limiter: key, subject: `key:${keyId}` };
      return address && { limiter: address, subject: `address:${addressBlock(addressOf(request))}` };
    }),
  ];
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
