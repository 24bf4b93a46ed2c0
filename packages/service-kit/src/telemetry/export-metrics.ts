import { type Attributes, metrics as api, type Meter, type Observable } from '@opentelemetry/api';
import type { Metrics } from '../metrics/metrics.ts';

/** Has OpenTelemetry's SDK export the metrics under the names that Prometheus reads, and the time of requests. */
export async function exportMetrics(metrics: Metrics): Promise<void> {
  const meter = api.getMeter('guidepost');
  exportRequests(meter, metrics);
  const instruments = new Map<string, Observable>();
  for (const { name, help, type } of await metrics.registry.getMetricsAsJSON()) {
    // As strings: the enumeration of prom-client is a type.
    const kind = String(type);
    if (kind === 'counter') instruments.set(name, meter.createObservableCounter(name, { description: help }));
    if (kind === 'gauge') instruments.set(name, meter.createObservableGauge(name, { description: help }));
  }
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { name, values } of await metrics.registry.getMetricsAsJSON()) {
        const instrument = instruments.get(name);
        if (!instrument) continue;
        for (const { value, labels } of values) result.observe(instrument, value, withoutService(labels));
      }
    },
    [...instruments.values()],
  );
}

/** By OpenTelemetry's conventions, since distributions cannot be read from Prometheus's. */
function exportRequests(meter: Meter, metrics: Metrics): void {
  const durations = meter.createHistogram('http.server.request.duration', {
    description: 'Duration of requests',
    unit: 's',
    advice: {
      explicitBucketBoundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    },
  });
  metrics.onRequest(({ method, route, status }, seconds) =>
    durations.record(seconds, {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
    }),
  );
}

/** The resource says which service it is. */
function withoutService(labels: object): Attributes {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => name !== 'service'));
}
