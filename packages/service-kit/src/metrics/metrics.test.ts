import { METHODS } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { startListening, stopListening } from '../process/listening.ts';
import { createMetrics, createMetricsServer } from './metrics.ts';

const USUAL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

describe('metrics', () => {
  it('are served to Prometheus on a separate port', async () => {
    const metrics = createMetrics('kb');
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

  it('read gauges on each scrape and omit those that fail', async () => {
    const metrics = createMetrics('kb');
    let waiting = () => Promise.resolve([{ label: 'postgresql', value: 3 }]);
    metrics.addGauge({ name: 'waiting', help: 'What waits', label: 'index', read: () => waiting() });
    expect(await metrics.registry.metrics()).toContain('\nwaiting{index="postgresql",service="kb"} 3\n');
    waiting = () => Promise.reject(new Error('The database is away.'));
    expect(await metrics.registry.metrics()).not.toContain('\nwaiting{');
  });
});
