import { type CountBySubject, countRequest, createCountBySubject } from '@guidepost/access';
import { addressBlock } from '@guidepost/http';
import type { Context } from '../context.ts';
import { originOf } from '../posts/origin.ts';

export type CountRequests = Readonly<Record<'read' | 'post' | 'vote', CountBySubject>>;

/**
 * Counts requests, posts before their bodies are read. A post counts for its sender and for the address it is sent for.
 * Without a key that address is only a claim, so it is counted per sender: forged claims do not use up the address's own
 * limit. A server with a key that names no other address counts by its key alone.
 */
export function createCounts({
  rateLimits,
  clients,
}: Pick<Context, 'rateLimits' | 'clients'>): CountRequests {
  const bySender = createCountBySubject(rateLimits.senders, clients);
  const posts =
    (countsAs: 'post' | 'vote'): CountBySubject =>
    async (request, response, accessKeyId) => {
      const limiter = rateLimits.claimed[countsAs];
      if (!limiter) return;
      await bySender(request, response, accessKeyId);
      const { sender, claimed } = originOf(request, clients);
      const address = `address:${addressBlock(claimed)}`;
      if (accessKeyId === undefined) {
        await countRequest(response, { limiter, subject: `${address} from ${addressBlock(sender)}` });
      } else if (claimed !== sender) {
        await countRequest(response, { limiter, subject: address });
      }
    };
  return { read: createCountBySubject(rateLimits.reads, clients), post: posts('post'), vote: posts('vote') };
}
