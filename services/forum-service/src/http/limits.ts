import { addressBlock, type CountBySubject, countRequest, createCountBySubject } from '@guidepost/http';
import { createServiceRateLimits, type ServiceRateLimitsOptions } from '@guidepost/postgres';
import type { LimitersBySubject, RateLimiter } from '@guidepost/service-kit';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { originOf } from '../posting/origin.ts';

/** The service's limits; what is left out is not limited. */
export interface RateLimits {
  reads: LimitersBySubject;
  /** By the address that a post is claimed to come from. */
  claimed: Readonly<Record<'post' | 'vote', RateLimiter | undefined>>;
  /** Of whoever sends posts and votes: by key, else by address. */
  senders: LimitersBySubject;
  stop(): void;
}

export interface RateLimitsOptions extends ServiceRateLimitsOptions {
  config: Config;
}

/** The numbers are a minute's; the README has their table. Reads are counted here, posts by all instances together. */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { POST_LIMIT, VOTE_LIMIT, POST_LIMIT_SENDER, POST_LIMIT_KEY } = options.config;
  const { reads, shared, stop } = createServiceRateLimits(options);
  return {
    reads,
    claimed: { post: shared('post', POST_LIMIT), vote: shared('vote', VOTE_LIMIT) },
    senders: {
      address: shared('post-sender', POST_LIMIT_SENDER),
      key: shared('post-key', POST_LIMIT_KEY),
    },
    stop,
  };
}

/** How requests of each kind are counted. */
export type CountRequests = Readonly<Record<'read' | 'post' | 'vote', CountBySubject>>;

/**
 * Counts requests for the limits, posts before their bodies are read. Each post counts for its sender, and for the address
 * that it is sent for. Without a key that address is only a claim, so it counts together with the sender: forged claims
 * take nothing from the address itself. A server with a key that names no other address counts by its key alone.
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
