import type { IncomingMessage } from 'node:http';
import type { Metrics } from '@guidepost/service-kit';
import type { Request } from 'express';
import type { Representation } from '../responses/representation.ts';
import { createFastPath, type FastPath, type FastPathEntry, type FastPathOptions } from './fast-path.ts';
import { createKeptRepresentations, type KeptRepresentations } from './kept-representations.ts';

/** Plain numbers, read on each scrape: counting costs the fast path next to nothing. */
interface CacheCounts {
  hit: number;
  /** Answered with what was being built for another request. */
  shared: number;
  miss: number;
}

/** Everything a response depends on. */
export interface AnswerIdentity extends Pick<FastPathEntry, 'onAnswer'> {
  /** The tenant and revision that the request was handled under. */
  readonly tenant: { readonly id: number; readonly revision: number };
  readonly route: string;
  /** All other dependencies, serializable as JSON. */
  readonly parts: readonly unknown[];
}

/** Caches public responses until their tenant changes. */
export interface RepresentationCache extends Pick<FastPath, 'answer'> {
  /**
   * Returns the kept representation, else one being built for another request, else builds it. One that is too large to
   * be kept has no body if it is known that the client has it, which makes it a 304. It is stored under the
   * request's revision; data read afterwards is at least as new, so no entry is older than its revision (S29). Errors
   * and statuses other than 200 are shared with concurrent requests only.
   * @param make must depend on nothing but the identity
   */
  represent(
    request: Request,
    identity: AnswerIdentity,
    make: () => Promise<Representation>,
  ): Promise<Representation>;
}

export interface RepresentationCacheOptions extends Omit<FastPathOptions, 'kept'> {
  /** Whether reads are limited; there is no fast path then, since each request must be counted. */
  readonly readsAreLimited: boolean;
}

export function createRepresentationCache({
  readsAreLimited,
  ...options
}: RepresentationCacheOptions): RepresentationCache {
  const kept = createKeptRepresentations();
  const counts = measureCache(options.metrics, kept);
  const makeOnce = createSingleFlight<Representation>(() => {
    counts.shared += 1;
  });
  const fastPath = readsAreLimited ? undefined : createFastPath({ ...options, kept });

  function find(request: Request, key: string): Representation | undefined {
    const found = kept.find(key, request);
    if (found) counts.hit += 1;
    return found;
  }

  return {
    answer(request: IncomingMessage, response) {
      if (!fastPath?.answer(request, response)) return false;
      counts.hit += 1;
      return true;
    },
    async represent(request, { tenant, route, parts, onAnswer }, make) {
      const { id, revision } = tenant;
      const key = JSON.stringify([id, revision, route, ...parts]);
      const makeAndKeep = async () => {
        counts.miss += 1;
        const made = await make();
        return made.status === 200 && !made.isPassing ? kept.keep(key, made) : made;
      };
      const found = find(request, key) ?? (await makeOnce(key, makeAndKeep));
      if (found.status === 200) {
        fastPath?.remember(request, { tenant: { id, revision }, key, route, onAnswer });
      }
      return found;
    },
  };
}

type SingleFlight<Result> = (key: string, work: () => Promise<Result>) => Promise<Result>;

/** Finished work is forgotten, whether it failed or not. */
function createSingleFlight<Result>(onShared: () => void): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work) => {
    const other = running.get(key);
    if (other) {
      onShared();
      return other;
    }
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}

function measureCache(
  { addGauge, addReadCounter }: Pick<Metrics, 'addGauge' | 'addReadCounter'>,
  { size }: Pick<KeptRepresentations, 'size'>,
): CacheCounts {
  const counts: CacheCounts = { hit: 0, shared: 0, miss: 0 };
  addReadCounter({
    name: 'response_cache_requests_total',
    help: 'Requests for answers that can be cached: hit, shared (being built for another request) or miss',
    labelNames: ['result'],
    read: () => Object.entries(counts).map(([result, value]) => ({ labels: { result }, value })),
  });
  addReadCounter({
    name: 'response_cache_evictions_total',
    help: 'Answers that had to make room for others, outdated ones among them',
    read: () => [{ labels: {}, value: size().evictions }],
  });
  addGauge({
    name: 'response_cache_bytes',
    help: 'Bytes of the answers that are kept',
    read: () => [{ labels: {}, value: size().bytes }],
  });
  addGauge({
    name: 'response_cache_entries',
    help: 'Answers that are kept',
    read: () => [{ labels: {}, value: size().entries }],
  });
  return counts;
}
