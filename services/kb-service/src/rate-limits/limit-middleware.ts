import { addressBlock, limitRequests } from '@guidepost/http';
import type { RequestHandler } from 'express';
import type { Clients } from '../clients.ts';
import type { Context } from '../context.ts';
import type { LimitersBySubject } from './rate-limits.ts';

type Limited = Pick<Context, 'rateLimits' | 'clients'>;

/** What stands before the handler of a read; nothing where reads are not limited. */
export function limitReads({ rateLimits, clients }: Limited): RequestHandler[] {
  return limitBy(rateLimits.reads, clients);
}

/** What stands before everything that a vote does, its body included; nothing where votes are not limited. */
export function limitVotes({ rateLimits, clients }: Limited): RequestHandler[] {
  return limitBy(rateLimits.votes, clients);
}

function limitBy({ address, key }: LimitersBySubject, { addressOf }: Clients): RequestHandler[] {
  if (!address && !key) return [];
  return [
    limitRequests((request, response) => {
      // Left there by whoever judged the key: the id of a valid one.
      const keyId = response.locals.accessKeyId as number | undefined;
      if (keyId !== undefined) return key && { limiter: key, subject: `key:${keyId}` };
      return address && { limiter: address, subject: `address:${addressBlock(addressOf(request))}` };
    }),
  ];
}
