import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** Seconds from the request's arrival to the end of its answer, by method, route and status. */
  observeRequest(labels: RequestLabels, seconds: number): void;
  /** Errors that were ours, by kind. */
  countError(kind: string): void;
  /** Makes a counter, and returns what counts one more under its labels. */
  addCounter<Label extends string>(options: CounterOptions<Label>): (labels: Record<Label, string>) => void;
  /** Has `/metrics` ask for numbers whenever it is asked itself; they are left out while they cannot be told. */
  addGauge(options: GaugeOptions): void;
}

export interface GaugeOptions {
  name: string;
  help: string;
  /** What tells the numbers apart. */
  label: string;
  read: () => Promise<readonly { label: string; value: number }[]>;
}

export interface CounterOptions<Label extends string> {
  name: string;
  help: string;
  /** Each has a few values only: every combination of them is a series. */
  labelNames: Label[];
}

export interface RequestLabels {
  /** Anything but the usual methods is measured as `other`: clients may send thirty more. */
  method: string;
  /** The route's pattern, never the path that was sent: that would be a series for each guess. */
  route: string;
  status: number;
}

const USUAL_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Prometheus metrics of one process, Node.js' own included. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the arrival of a request to the end of its answer',
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

/** Serves `/metrics` on a port of its own, which only the inside should reach. */
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
