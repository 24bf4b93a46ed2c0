import { Counter, Histogram, Registry } from 'prom-client';
import { createReadMetrics, type ReadMetrics } from './read-metrics.ts';

export interface Metrics extends ReadMetrics {
  registry: Registry;
  /** Seconds from the request's arrival to the end of its response. */
  observeRequest(labels: RequestLabels, seconds: number): void;
  /** Tells of each request, too. */
  onRequest(tell: Metrics['observeRequest']): void;
  countError(kind: string): void;
  /** Creates a counter; the returned function increments it, by 1 unless told. */
  addCounter<Label extends string>(
    options: CounterOptions<Label>,
  ): (labels: Record<Label, string>, by?: number) => void;
}

export interface CounterOptions<Label extends string> {
  name: string;
  help: string;
  /** Labels with few values: each combination is a series. */
  labelNames: Label[];
  /** Series that begin at 0: the first increment of one that appears later is lost to `rate()`. */
  known?: readonly Record<Label, string>[];
}

export interface RequestLabels {
  /** Unusual methods are recorded as `other`, to bound the number of series. */
  method: string;
  /** The route's pattern; the path sent would create unbounded series. */
  route: string;
  status: number;
}

const USUAL_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Prometheus metrics of a service, without those of its process (`measureProcess`); docs/monitoring.md lists all.
 * @param version of the service
 */
export function createMetrics(service: string, version = 'unknown'): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const readMetrics = createReadMetrics(registry);
  readMetrics.addGauge({
    name: 'service_info',
    help: 'Always 1, with the version that runs',
    labelNames: ['version'],
    read: () => [{ labels: { version }, value: 1 }],
  });
  let tell: Metrics['observeRequest'] | undefined;
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the arrival of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const errors = new Counter({
    name: 'errors_total',
    help: 'Errors answered with a 5xx status, by kind',
    labelNames: ['kind'],
    registers: [registry],
  });
  return {
    registry,
    observeRequest({ method: sent, route, status }, seconds) {
      const method = USUAL_METHODS.has(sent) ? sent : 'other';
      requests.labels(method, route, String(status)).observe(seconds);
      tell?.({ method, route, status }, seconds);
    },
    onRequest(listener) {
      tell = listener;
    },
    countError: (kind) => errors.inc({ kind }),
    addCounter({ known = [], ...options }) {
      const counter = new Counter({ ...options, registers: [registry] });
      for (const labels of known) counter.inc(labels, 0);
      return (labels, by) => counter.inc(labels, by);
    },
    ...readMetrics,
  };
}
