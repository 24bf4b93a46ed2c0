import { createLogger, createMetrics } from '@guidepost/service-kit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { sendRepresentation } from '../responses/send-representation.ts';
import { createRequestListener } from '../server/request-listener.ts';
import { createRepresentationCache } from './representation-cache.ts';

/** What the app made, in order. */
let made: string[];
/** What was done besides each answer. */
let noted: string[];
let revision: number;
let latest: number | undefined;
let status: number;

beforeEach(() => {
  made = [];
  noted = [];
  revision = 1;
  latest = 1;
  status = 200;
});

/** An app whose only tenant says its revision and the path. */
function start({ readsAreLimited = false, length = 0 } = {}): ReturnType<typeof request> {
  const representationCache = createRepresentationCache({
    isCurrent: (tenantId, of) => tenantId === 7 && of === latest,
    readsAreLimited,
    variantOf: ({ headers }) => headers.accept ?? '',
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
  });
  const app = express().use(async (message, response) => {
    const onAnswer = () => void noted.push(message.path);
    const representation = await representationCache.represent(
      message,
      { tenant: { id: 7, revision }, route: '/', parts: [message.path], onAnswer },
      async () => {
        made.push(message.originalUrl);
        return { status, headers: {}, body: `${revision} ${message.path}${'.'.repeat(length)}` };
      },
    );
    onAnswer();
    sendRepresentation(message, response, representation);
  });
  return request(createRequestListener(app, { representationCache }));
}

describe('an answer that is kept', () => {
  it('is made once, and sent to whoever asks for the same', async () => {
    const client = start();
    const bodies = [];
    for (let count = 0; count < 3; count += 1) bodies.push((await client.get('/a')).text);
    expect([bodies, made]).toEqual([['1 /a', '1 /a', '1 /a'], ['/a']]);
  });

  it('is found under other addresses that mean the same', async () => {
    const client = start();
    await client.get('/a');
    expect((await client.get('/a?b')).text).toBe('1 /a');
    expect(made).toEqual(['/a']);
  });

  it('comes with what every request for it does besides', async () => {
    const client = start();
    for (let count = 0; count < 3; count += 1) await client.get('/a');
    expect(noted).toEqual(['/a', '/a', '/a']);
  });

  it('is left as soon as a later revision has been heard of', async () => {
    const client = start();
    await client.get('/a');
    latest = revision = 2;
    expect((await client.get('/a')).text).toBe('2 /a');
    latest = revision = 1;
    expect((await client.get('/a')).text).toBe('1 /a');
  });
});

describe('a request', () => {
  type Client = ReturnType<typeof request>;

  it.each([
    ['has an Authorization', (client: Client) => client.get('/a').set('Authorization', 'x')],
    ['is another variant', (client: Client) => client.get('/a').set('Accept', 'x/y')],
    ['is a POST', (client: Client) => client.post('/a')],
  ])('is left to the app when it %s', async (_title, send) => {
    const client = start();
    await client.get('/a');
    revision = 2;
    expect((await send(client)).text).toBe('2 /a');
  });

  it('is left to the app while notifications could be missed', async () => {
    const client = start();
    await client.get('/a');
    latest = undefined;
    revision = 2;
    expect((await client.get('/a')).text).toBe('2 /a');
  });

  it('is left to the app where reads are limited', async () => {
    const client = start({ readsAreLimited: true });
    await client.get('/a');
    revision = 2;
    expect((await client.get('/a')).text).toBe('2 /a');
  });
});

describe('what is not kept', () => {
  it.each([404, 301])('is an answer that is no 200: %i', async (other) => {
    status = other;
    const client = start();
    await client.get('/a');
    await client.get('/a');
    expect(made).toEqual(['/a', '/a']);
  });

  it('is an answer of more than 256 kB', async () => {
    const client = start({ length: 256_000 });
    await client.get('/a');
    await client.get('/a');
    expect(made).toEqual(['/a', '/a']);
  });
});
