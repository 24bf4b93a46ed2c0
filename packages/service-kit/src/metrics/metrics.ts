import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** Seconds from the request's arrival to the end of its response. */
  observeRequest(labels: RequestLabels, seconds: number): void;
  countError(kind: string): void;
  /** Creates a counter; the returned function increments it. */
  addCounter<Label extends string>(options: CounterOptions<Label>): (labels: Record<Label, string>) => void;
  /** Creates a gauge that is read on each scrape and omitted when that fails. */
  addGauge(options: GaugeOptions): void;
}

export interface GaugeOptions {
  name: string;
  help: string;
  /** Label of the values. */
  label: string;
  read: () => Promise<readonly { label: string; value: number }[]>;
}

export interface CounterOptions<Label extends string> {
  name: string;
  help: string;
  /** Labels with few values: each combination is a series. */
  labelNames: Label[];
}

export interface RequestLabels {
  /** Unusual methods are recorded as `other`, to bound the number of series. */
  method: string;
  /** The route's pattern; the path sent would create unbounded series. */
  route: string;
  status: number;
}

const USUAL_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Prometheus metrics of this process, including Node.js's own. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
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
    observeRequest: ({ method, route, status }, seconds) =>
      requests.labels(USUAL_METHODS.has(method) ? method : 'other', route, String(status)).observe(seconds),
    countError: (kind) => errors.inc({ kind }),
    addCounter(options) {
      const counter = new Counter({ ...options, registers: [registry] });
      return (labels) => counter.inc(labels);
    },
    addGauge: ({ label, read, ...gauge }) =>
      registry.registerMetric(
        new Gauge({
          ...gauge,
          labelNames: [label],
          registers: [],
          async collect() {
            const numbers = await read().catch(() => []);
            this.reset();
            for (const one of numbers) this.set({ [label]: one.label }, one.value);
          },
        }),
      ),
  };
}

/** Serves `/metrics` on a separate port, for internal access only. */
export function createMetricsServer({ registry }: Metrics): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
