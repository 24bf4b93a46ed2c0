import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { LogLevel } from '@guidepost/service-kit';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { createClients } from '../clients.ts';
import { sendRepresentation } from '../responses/send-representation.ts';
import { observeRequests } from './observe-requests.ts';

function observedApp(level: LogLevel = 'info', onLine: (line: string) => void = () => {}) {
  const { promise: logged, resolve } = Promise.withResolvers<string>();
  const write = (line: string) => {
    onLine(line);
    if (JSON.parse(line).msg === 'request') resolve(line);
  };
  const logger = createLogger({ service: 'test', level, stream: { write } });
  const metrics = createMetrics('test');
  const clients = createClients('loopback', logger);
  const hide = (text: string) => text.replace('hunter2', '…');
  const app = express();
  app.use(observeRequests({ clients, logger, metrics, hide }));
  app.get('/guides/:slug', (_request, response) => void response.end('read'));
  const event = async () => JSON.parse(await logged);
  return { app, event, measured: () => metrics.registry.metrics() };
}

async function observe(path: string, level?: LogLevel) {
  const { app, event, measured } = observedApp(level);
  await request(app).get(path).set('X-Forwarded-For', '192.0.2.77');
  return { event: await event(), measured: await measured() };
}

describe('a request', () => {
  it('is logged with an id, its method and path, and its outcome', async () => {
    const { event } = await observe('/guides/install');
    expect(event).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      path: '/guides/install',
      status: 200,
      milliseconds: expect.any(Number),
    });
  });

  it('is logged without its query, secrets and client address', async () => {
    const { event } = await observe('/guides/hunter2?q=canary');
    expect(event.path).toBe('/guides/…');
    expect(JSON.stringify(event)).not.toMatch(/canary|hunter2|192\.0\.2\.77/);
  });

  it('is logged with the client address at level debug', async () => {
    expect((await observe('/guides/install', 'debug')).event.address).toBe('192.0.2.77');
  });

  it.each([
    ['before its answer has begun', 499, () => {}],
    [
      'in the middle of its answer',
      200,
      (response: express.Response) => void response.write('the beginning'),
    ],
  ])('that its client aborts %s has the status %i', async (_when, status, answer) => {
    const { app, event, measured } = observedApp();
    const client = new AbortController();
    app.get('/slow', (_request, response) => {
      answer(response);
      client.abort();
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}/slow`, client).catch(() => {});
    expect(await event()).toMatchObject({ path: '/slow', status });
    expect(await measured()).toContain(`route="/slow",status="${status}"`);
    server.close();
  });

  it.each([
    ['an error', [1]],
    ['a client that leaves', []],
  ])('whose answer breaks off by %s leaves as many errors: %j', async (_what, errors) => {
    const lines: { level: number; msg: string; requestId: string }[] = [];
    const { app, event, measured } = observedApp('info', (line) => lines.push(JSON.parse(line)));
    const client = new AbortController();
    app.get('/long', (incoming, response) => {
      const stream = async function* () {
        yield 'the beginning';
        if (errors.length > 0) throw new Error('The database is gone.');
        client.abort();
        for (;;) yield 'x'.repeat(10_000);
      };
      sendRepresentation(incoming, response, { status: 200, headers: {}, entityTag: 'W/"1"', stream });
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const read = async () => (await fetch(`http://127.0.0.1:${port}/long`, client)).text();
    await expect(read()).rejects.toThrow();
    const { requestId } = await event();
    const broken = lines.filter(({ msg }) => msg === 'a response broke off');
    expect(broken).toEqual(
      errors.map(() =>
        expect.objectContaining({
          requestId,
          err: expect.objectContaining({ message: 'The database is gone.' }),
        }),
      ),
    );
    expect((await measured()).includes('errors_total{kind="internal"')).toBe(errors.length > 0);
    server.close();
  });

  it.each([
    ['/guides/install', 'route="/guides/:slug",status="200"'],
    ['/elsewhere', 'route="unknown",status="404"'],
  ])('is measured by its route, never by its path: %s', async (path, labels) => {
    expect((await observe(path)).measured).toContain(labels);
  });
});
