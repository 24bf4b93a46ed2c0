import { addressBlock, limitBySubject, limitRequests } from '@guidepost/http';
import type { RequestHandler } from 'express';
import type { PostEndpoint } from '../api/endpoint.ts';
import type { Context } from '../context.ts';
import { originOf } from '../posting/origin.ts';

/**
 * What stands before a post, its body included; nothing where nobody is limited. Each counts for whoever sends it, and for
 * whom they say they speak. A server that has a key and says nothing speaks for itself: only its key counts then.
 */
export function limitPosts(
  { rateLimits, clients }: Pick<Context, 'rateLimits' | 'clients'>,
  { countsAs }: Pick<PostEndpoint, 'countsAs'>,
): RequestHandler[] {
  const limiter = rateLimits.claimed[countsAs];
  if (!limiter) return [];
  const byClaim = limitRequests((request, response) => {
    const { sender, claimed } = originOf(request, clients);
    if (response.locals.accessKeyId !== undefined && claimed === sender) return undefined;
    return { limiter, subject: `address:${addressBlock(claimed)}` };
  });
  return [...limitBySubject(rateLimits.senders, clients), byClaim];
}
