import { limitBySubject, limitRequests } from '@guidepost/access';
import { addressBlock } from '@guidepost/http';
import type { RequestHandler } from 'express';
import type { PostEndpoint } from '../api/endpoint.ts';
import type { Context } from '../context.ts';
import { originOf } from '../posting/origin.ts';

/**
 * Limits what is posted, before its body is read; does nothing where limits are off. Each post counts for its sender, and
 * for the address that it is sent for. Without a key that address is only a claim, so it counts together with the sender:
 * forged claims take nothing from the address itself. A server with a key that names no other address counts by its key
 * alone.
 */
export function limitPosts(
  { rateLimits, clients }: Pick<Context, 'rateLimits' | 'clients'>,
  { countsAs }: Pick<PostEndpoint, 'countsAs'>,
): RequestHandler[] {
  const limiter = rateLimits.claimed[countsAs];
  if (!limiter) return [];
  const byClaim = limitRequests((request, response) => {
    const { sender, claimed } = originOf(request, clients);
    const address = `address:${addressBlock(claimed)}`;
    if (response.locals.accessKeyId === undefined) {
      return { limiter, subject: `${address} from ${addressBlock(sender)}` };
    }
    return claimed === sender ? undefined : { limiter, subject: address };
  });
  return [...limitBySubject(rateLimits.senders, clients), byClaim];
}
