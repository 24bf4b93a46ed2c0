import { METHODS } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { createMetricsServer, startListening, stopListening } from '../process/http-service.ts';
import { measureProcess } from '../process/run.ts';
import { readTogether } from './job-metrics.ts';
import { createMetrics } from './metrics.ts';

const USUAL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

describe('metrics', () => {
  it('are served to Prometheus on a separate port', async () => {
    const metrics = createMetrics('kb');
    measureProcess(metrics);
    metrics.observeRequest({ method: 'GET', route: '/knowledge/v1/:host/guides', status: 200 }, 0.004);
    metrics.countError('unavailable');
    const countVote = metrics.addCounter({ name: 'votes_total', help: 'Votes', labelNames: ['direction'] });
    countVote({ direction: 'up' });
    const server = createMetricsServer(metrics);
    const port = await startListening(server, { host: '127.0.0.1', port: 0, variable: 'METRICS_PORT' });
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    const text = await answer.text();
    const elsewhere = await fetch(`http://127.0.0.1:${port}/`);
    await stopListening(server, 0);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toContain(
      'http_request_duration_seconds_bucket{le="0.005",service="kb",method="GET",route="/knowledge/v1/:host/guides",status="200"} 1',
    );
    expect(text).toContain('errors_total{kind="unavailable",service="kb"} 1');
    expect(text).toContain('votes_total{direction="up",service="kb"} 1');
    expect(text).toContain('process_cpu_user_seconds_total');
    expect(elsewhere.status).toBe(404);
  });

  it('label the usual methods and count all others as `other`', async () => {
    const metrics = createMetrics('kb');
    for (const method of METHODS) metrics.observeRequest({ method, route: '/', status: 405 }, 0);
    const counted = (await metrics.registry.metrics()).matchAll(/_count\{.*method="(\w+)".*\} (\d+)/g);
    expect(Object.fromEntries(Array.from(counted, ([, method, count]) => [method, Number(count)]))).toEqual({
      ...Object.fromEntries(USUAL.map((method) => [method, 1])),
      other: METHODS.length - USUAL.length,
    });
  });

  it('begin known series at 0', async () => {
    const metrics = createMetrics('kb');
    const known = [{ outcome: 'sent' }, { outcome: 'refused' }];
    metrics.addCounter({ name: 'mail_total', help: 'Mail', labelNames: ['outcome'], known })({
      outcome: 'sent',
    });
    const text = await metrics.registry.metrics();
    expect(text).toContain('mail_total{outcome="sent",service="kb"} 1\n');
    expect(text).toContain('mail_total{outcome="refused",service="kb"} 0\n');
  });

  it('are read on each scrape, together where they come from one source, and omitted when that fails', async () => {
    const metrics = createMetrics('kb');
    let reads = 0;
    let readAll = async () => [{ queue: 'mail', value: 3 }];
    const read = readTogether(async () => {
      reads += 1;
      return (await readAll()).map(({ queue, value }) => ({ labels: { queue }, value }));
    });
    metrics.addGauge({ name: 'waiting', help: 'What waits', labelNames: ['queue'], read });
    metrics.addReadCounter({ name: 'taken_total', help: 'What was taken', labelNames: ['queue'], read });
    const text = await metrics.registry.metrics();
    expect(text).toContain('\nwaiting{queue="mail",service="kb"} 3\n');
    expect(text).toContain('# TYPE taken_total counter\ntaken_total{queue="mail",service="kb"} 3\n');
    expect(reads).toBe(1);
    readAll = () => Promise.reject(new Error('The database is away.'));
    expect(await metrics.registry.metrics()).not.toMatch(/^(waiting|taken_total)\{/m);
    expect(reads).toBe(2);
  });

  it('are served without those that hang', async () => {
    const metrics = createMetrics('kb');
    measureProcess(metrics);
    metrics.addGauge({ name: 'hanging', help: 'Never read', read: () => new Promise(() => {}) });
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^nodejs_eventloop_active_seconds_total\{.*\} \d*\.\d/m);
    expect(text).not.toMatch(/^hanging\{/m);
  });
});
