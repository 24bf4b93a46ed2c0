import { until } from '@guidepost/local-servers/testing';
import { closeDatabase } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeContent } from '../../services/kb-service/src/testing/content.ts';
import { type Collector, startCollector } from './testing/collector.ts';
import { type RunningService, startRunningService } from './testing/running-services.ts';

const HOST = 'help.example.com';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

/** Values that no span or metric may contain. */
const CANARY = 'canary-8127';

const QUICK = {
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '100',
  OTEL_METRIC_EXPORT_INTERVAL: '500',
  OTEL_METRIC_EXPORT_TIMEOUT: '500',
  OTEL_NODE_RESOURCE_DETECTORS: 'env',
};

async function writeExample(url: string, webhook: string): Promise<void> {
  const database = openTestDatabase(url);
  await writeContent(database, {
    host: HOST,
    guides: [{ id: 1, slug: 'zebras', title: `Feeding zebras ${CANARY}` }],
  });
  await database.none(
    `insert into outgoing_mail (tenant_id, cause, message_id, recipient, content)
     select id, $1, '<x@example.com>', $1 || '@example.com', '{"subject": "S", "text": "T", "html": "H"}'
     from knowledge_bases;
     insert into webhooks (tenant_id, url, secret, created_by)
     select id, $2 || '/' || $1, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'x' from knowledge_bases;
     insert into webhook_events (tenant_id, type, subject, record, about, payload)
     select id, 'guide.published', 'guides/1', 'guides/1', '{}', '{"a": "' || $1 || '"}' from knowledge_bases;
     insert into webhook_deliveries (webhook_id, event_id, subject)
     select w.id, e.id, e.subject from webhooks w, webhook_events e`,
    [CANARY, webhook],
  );
  await closeDatabase(database);
}

describe('a service with a collector', () => {
  let collector: Collector;
  let service: RunningService;

  beforeAll(async () => {
    collector = await startCollector();
    service = await startRunningService('kb', {
      prepare: (url) => writeExample(url, collector.url),
      environment: {
        ...QUICK,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        WEBHOOK_ALLOW_PRIVATE: 'on',
      },
    });
  }, 60_000);

  afterAll(async () => {
    await service.stop();
    await collector.stop();
  });

  const spans = (name: string) => collector.spans.filter((span) => span.name === name);
  const sent = (name: string) => until(`${name} is sent`, () => spans(name).length > 0);

  it('sends a request with its search and its statements, in the trace of its client', async () => {
    const guides = `${service.origin}/knowledge/v1/${HOST}/guides`;
    await fetch(`${guides}?key=${CANARY}`);
    const answer = await fetch(`${guides}?q=${CANARY}`, {
      headers: {
        Accept: 'application/vnd.api+json',
        traceparent: `00-${TRACE}-${PARENT}-01`,
        'X-Forwarded-For': CANARY,
      },
    });
    expect(answer.status).toBe(200);
    const name = 'GET /knowledge/v1/:host/guides';
    await until('the request is sent', () => spans(name).some(({ traceId }) => traceId === TRACE));
    const request = spans(name).find(({ traceId }) => traceId === TRACE);
    expect(request).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      service: 'guidepost-kb',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/knowledge/v1/:host/guides',
        'http.response.status_code': 200,
        'guidepost.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
    await sent('search');
    const [search] = spans('search');
    expect(search).toMatchObject({
      traceId: TRACE,
      parentSpanId: request?.spanId,
      attributes: { 'guidepost.search.engine': 'embedded', 'guidepost.search.reason': 'usual' },
    });
    const ofRequest = collector.spans.filter(({ traceId }) => traceId === TRACE);
    const statements = ofRequest.filter(({ attributes }) => attributes['db.system.name']);
    expect(statements.map(({ parentSpanId }) => parentSpanId)).toContain(search?.spanId);
    expect(statements.map((statement) => statement.attributes['db.query.summary'])).toContain(
      'select-search_waiting',
    );
    const lines = () => service.log().filter(({ traceId }) => traceId === TRACE);
    await until('the request is logged', () => lines().length > 0);
    expect(lines()).toMatchObject([{ path: `/knowledge/v1/${HOST}/guides`, status: 200 }]);
  });

  it('sends mail and webhooks with what became of them', async () => {
    await sent('send mail');
    await sent('deliver webhook');
    expect(spans('send mail')[0]?.attributes).toEqual({
      'guidepost.outcome': 'sent',
      'guidepost.attempts': 1,
    });
    expect(spans('deliver webhook')[0]?.attributes).toEqual({
      'guidepost.outcome': 'delivered',
      'guidepost.attempts': 1,
      'http.response.status_code': 200,
    });
  });

  it('sends the metrics that Prometheus reads, and the duration of requests', async () => {
    const names = ['http.server.request.duration', 'response_cache_bytes', 'mail_messages_total'];
    await until('metrics are sent', () => names.every((name) => collector.metrics.has(name)));
    expect([...collector.metrics]).toEqual(expect.arrayContaining(names));
  });

  it('sends no search terms, addresses, keys and texts', () => {
    const telemetry = collector.bodies.filter((body) => /resource(Spans|Metrics)/.test(body));
    expect(telemetry).not.toEqual([]);
    expect(telemetry.join()).not.toMatch(/canary|zebra|help\.example\.com|whsec/);
  });
});

describe('a service whose collector takes everything and never answers', () => {
  it('answers and ends as ever', async () => {
    const collector = await startCollector({ hangs: true });
    const service = await startRunningService('kb', {
      environment: { ...QUICK, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
    await fetch(`${service.origin}/healthz`);
    await until('the collector was asked', () => collector.bodies.length > 0);
    const began = performance.now();
    for (let n = 0; n < 50; n += 1) expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(5_000);
    const ending = performance.now();
    await service.stop();
    expect(performance.now() - ending).toBeLessThan(8_000);
    await collector.stop();
  }, 60_000);
});
