import type { Metrics } from './metrics.ts';

interface WaitingJobs {
  /** One of a few names. Not `job`, which Prometheus calls its own. */
  kind: string;
  waiting: number;
  /** Seconds. */
  oldest: number;
}

/** Work of a service's own that waits in its database. */
export function measureJobs(
  { addGauge }: Pick<Metrics, 'addGauge'>,
  list: () => Promise<readonly WaitingJobs[]>,
): void {
  const read = readTogether(list);
  const gauges = [
    ['jobs_waiting', 'waiting', 'Jobs that are due, the same for all instances'],
    ['jobs_oldest_seconds', 'oldest', 'Seconds that the oldest of them has been due'],
  ] as const;
  for (const [name, column, help] of gauges) {
    addGauge({
      name,
      help,
      labelNames: ['kind'],
      read: async () => (await read()).map((row) => ({ labels: { kind: row.kind }, value: row[column] })),
    });
  }
}

/** Shares one reading among metrics that are scraped together. */
export function readTogether<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}
