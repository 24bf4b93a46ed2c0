import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics } from 'prom-client';
import type { Metrics } from './metrics.ts';
import type { ReadMetrics } from './read-metrics.ts';

/** Adds those of Node.js. Call it once in a process: what it observes cannot be stopped. */
export function measureProcess(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry });
  measureEventLoop(metrics);
}

/** Counters rather than a share, so that any number of scrapers can take the rate over a time of their own. */
function measureEventLoop({ addReadCounter }: ReadMetrics): void {
  for (const state of ['active', 'idle'] as const) {
    addReadCounter({
      name: `nodejs_eventloop_${state}_seconds_total`,
      help: `Seconds that the event loop was ${state}; the rate of the active ones is its utilisation`,
      read: () => [{ labels: {}, value: performance.eventLoopUtilization()[state] / 1_000 }],
    });
  }
}
