import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number | string };

interface Attribute {
  key: string;
  value: Value;
}

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status?: { code?: number };
}

export interface CollectedSpan extends Omit<SentSpan, 'attributes'> {
  service: string | undefined;
  attributes: Record<string, string | number | undefined>;
}

/** A receiver of OTLP over HTTP in JSON, as a collector has. */
export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** Names of metrics. */
  metrics: Set<string>;
  /** All that was sent, as it was. */
  bodies: string[];
  stop(): Promise<void>;
}

/** @param hangs whether it takes everything and never answers */
export async function startCollector({ hangs = false } = {}): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const metrics = new Set<string>();
  const bodies: string[] = [];
  const take = (path: string | undefined, body: string) => {
    bodies.push(body);
    if (hangs) return false;
    if (path === '/v1/traces') spans.push(...spansIn(JSON.parse(body)));
    if (path === '/v1/metrics') for (const name of metricsIn(JSON.parse(body))) metrics.add(name);
    return true;
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (!take(request.url, body)) return;
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    bodies,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface SentTraces {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

function spansIn({ resourceSpans }: SentTraces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, service, attributes: valuesOf(span.attributes) })),
    );
  });
}

interface SentMetrics {
  resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[];
}

function metricsIn({ resourceMetrics }: SentMetrics): string[] {
  return resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
  );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string | number | undefined> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? undefined : Number(intValue)),
    ]),
  );
}
