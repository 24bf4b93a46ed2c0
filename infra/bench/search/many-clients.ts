import { Agent } from 'node:http';
import { requestOnce } from '../load.ts';
import { percentile } from '../percentile.ts';
import { createQueryMix } from './queries.ts';
import type { SearchedService } from './searched-service.ts';
import type { Serving } from './serving.ts';

/** How searches go when many search at once. */
export interface Throughput {
  /** Answered, a second. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  answered: number;
  /** Whose turn did not come. */
  refused: number;
  /** Of those that were answered. */
  shareOfMeilisearch: number;
}

export const CLIENTS = 20;
const SECONDS = 20;
const WARM_UP_SECONDS = 3;
const SEED = 5;

/** The status of a search whose turn does not come. */
const UNAVAILABLE = 503;

/** Every client searches for something else as soon as it has its answer. */
export async function measureManyClients(service: SearchedService, serving: Serving): Promise<Throughput> {
  const nextQuery = createQueryMix(SEED);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const search = () => {
    const path = service.searchPath(nextQuery());
    return requestOnce(serving.address + path, { agent, headers: service.headers });
  };
  await searchAtOnce(search, WARM_UP_SECONDS);
  const shareOfMeilisearch = await serving.countByMeilisearch();
  const started = performance.now();
  const { times, refused } = await searchAtOnce(search, SECONDS);
  const seconds = (performance.now() - started) / 1_000;
  agent.destroy();
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    answered: times.length,
    refused,
    shareOfMeilisearch: await shareOfMeilisearch(),
  };
}

async function searchAtOnce(
  search: () => Promise<void>,
  seconds: number,
): Promise<{ times: number[]; refused: number }> {
  const times: number[] = [];
  let refused = 0;
  const end = performance.now() + seconds * 1_000;
  const client = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      const isAnswered = await search().then(() => true, unlessRefused);
      if (isAnswered) times.push(performance.now() - started);
      else refused += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { times, refused };
}

/** False, if that is what it was. */
function unlessRefused(error: unknown): false {
  if (error instanceof Error && error.cause === UNAVAILABLE) return false;
  throw error;
}
