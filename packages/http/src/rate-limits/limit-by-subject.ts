import type { LimitersBySubject } from '@guidepost/service-kit';
import type { RequestHandler } from 'express';
import { addressBlock } from '../client-address/address.ts';
import type { Clients } from '../client-address/clients.ts';
import { limitRequests } from './limit-requests.ts';

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
