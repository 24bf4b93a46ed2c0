import type { Metrics } from '@guidepost/service-kit';
import type { KeptRepresentations } from './kept-representations.ts';

/** Plain numbers, read on each scrape: counting costs the fast path next to nothing. */
export interface CacheCounts {
  hit: number;
  /** Answered with what was being built for another request. */
  shared: number;
  miss: number;
}

export function measureCache(
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
