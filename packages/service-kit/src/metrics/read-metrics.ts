import { Counter, Gauge, type Registry } from 'prom-client';

export interface Reading {
  /** With few values: each combination is a series. */
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface ReadMetricOptions {
  name: string;
  help: string;
  labelNames?: readonly string[];
  read: () => readonly Reading[] | Promise<readonly Reading[]>;
}

/** Metrics that are read on each scrape, and omitted when that fails or takes more than two seconds. */
export interface ReadMetrics {
  addGauge(options: ReadMetricOptions): void;
  /** For what is counted elsewhere, from the start of the process. */
  addReadCounter(options: ReadMetricOptions): void;
}

/** Milliseconds; Prometheus gives up on a scrape after ten seconds, with all that it would have told. */
const TIMEOUT = 2_000;

export function createReadMetrics(registry: Registry): ReadMetrics {
  return {
    addGauge: ({ labelNames = [], read, ...options }) =>
      registry.registerMetric(
        new Gauge({
          ...options,
          labelNames: [...labelNames],
          registers: [],
          collect() {
            return refresh(this, { labelNames, read }, ({ labels, value }) => this.set(labels, value));
          },
        }),
      ),
    addReadCounter: ({ labelNames = [], read, ...options }) =>
      registry.registerMetric(
        new Counter({
          ...options,
          labelNames: [...labelNames],
          registers: [],
          collect() {
            return refresh(this, { labelNames, read }, ({ labels, value }) => this.inc(labels, value));
          },
        }),
      ),
  };
}

async function refresh(
  metric: Pick<Gauge, 'reset' | 'remove'>,
  { labelNames = [], read }: Pick<ReadMetricOptions, 'labelNames' | 'read'>,
  write: (reading: Reading) => void,
): Promise<void> {
  const readings = await inTime(read);
  metric.reset();
  // One without labels would be 0 now.
  if (labelNames.length === 0) metric.remove();
  readings.forEach(write);
}

async function inTime(read: ReadMetricOptions['read']): Promise<readonly Reading[]> {
  const { promise, resolve } = Promise.withResolvers<readonly Reading[]>();
  const timer = setTimeout(() => resolve([]), TIMEOUT);
  const reading = (async () => read())().catch(() => []);
  return Promise.race([reading, promise]).finally(() => clearTimeout(timer));
}
