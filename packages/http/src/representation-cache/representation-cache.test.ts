import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import express, { type Request } from 'express';
import request from 'supertest';
import type { Representation } from '../responses/representation.ts';
import { sendRepresentation } from '../responses/send-representation.ts';
import { createRequestListener } from '../server/request-listener.ts';
import { createKeptRepresentations } from './kept-representations.ts';
import { createRepresentationCache, type RepresentationCache } from './representation-cache.ts';

let made: string[];
let noted: string[];
let revision: number;
let latest: number | undefined;
let status: number;
let representationCache: RepresentationCache;

beforeEach(() => {
  made = [];
  noted = [];
  revision = 1;
  latest = 1;
  status = 200;
});

function createCache(readsAreLimited = false): RepresentationCache {
  return createRepresentationCache({
    isCurrent: (tenantId, of) => tenantId === 7 && of === latest,
    readsAreLimited,
    variantOf: ({ headers }) => headers.accept ?? '',
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
  });
}

function start({ readsAreLimited = false, length = 0 } = {}): ReturnType<typeof request> {
  representationCache = createCache(readsAreLimited);
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

/** Caches a response and adds its target to the fast path. */
async function askTwice(client: ReturnType<typeof request>, path = '/a'): Promise<void> {
  await client.get(path);
  await client.get(path);
}

describe('a kept response', () => {
  it('is built once and sent for every equal request', async () => {
    const client = start();
    const bodies = [];
    for (let count = 0; count < 3; count += 1) bodies.push((await client.get('/a')).text);
    expect([bodies, made]).toEqual([['1 /a', '1 /a', '1 /a'], ['/a']]);
  });

  it('is found by equivalent addresses', async () => {
    const client = start();
    await client.get('/a');
    expect((await client.get('/a?b')).text).toBe('1 /a');
    expect(made).toEqual(['/a']);
  });

  it('runs the side effect of every request', async () => {
    const client = start();
    for (let count = 0; count < 3; count += 1) await client.get('/a');
    expect(noted).toEqual(['/a', '/a', '/a']);
  });

  it('is dropped once a later revision is known', async () => {
    const client = start();
    await askTwice(client);
    latest = revision = 2;
    expect((await client.get('/a')).text).toBe('2 /a');
    latest = revision = 1;
    expect((await client.get('/a')).text).toBe('1 /a');
  });
});

/** Requests `/a` by another target, bypassing the app. */
function represent(originalUrl: string, make: () => Promise<Representation>): Promise<Representation> {
  const identity = { tenant: { id: 7, revision }, route: '/', parts: ['/a'] };
  return representationCache.represent({ originalUrl, headers: {} } as Request, identity, make);
}

describe('a request on the fast path', () => {
  it('stays on it after any number of equivalent addresses', async () => {
    const client = start();
    await askTwice(client);
    for (let x = 0; x < 10_001; x += 1) await represent(`/a?x=${x}`, neverMade);
    revision = 2;
    expect((await client.get('/a')).text).toBe('1 /a');
  });

  it('has been sent twice with the same target', async () => {
    const client = start();
    await client.get('/a');
    revision = 2;
    expect((await client.get('/a')).text).toBe('2 /a');
  });

  async function neverMade(): Promise<Representation> {
    throw new Error('It is kept.');
  }
});

describe('a response with concurrent requests', () => {
  const answer = (body: string, code = 200): Representation => ({ status: code, headers: {}, body });
  let makings: PromiseWithResolvers<Representation>[];

  async function ask(): Promise<string> {
    const making = Promise.withResolvers<Representation>();
    const { status: code, body } = await represent('/a', () => {
      makings.push(making);
      return making.promise;
    });
    return `${code} ${body}`;
  }

  beforeEach(() => {
    representationCache = createCache();
    makings = [];
  });

  it('is built once', async () => {
    const three = [ask(), ask(), ask()];
    makings[0]?.resolve(answer('first'));
    expect(await Promise.all(three)).toEqual(['200 first', '200 first', '200 first']);
    expect(makings).toHaveLength(1);
  });

  it('S29 is not used for requests of a later revision', async () => {
    const before = ask();
    revision = latest = 2;
    const after = ask();
    makings[0]?.resolve(answer('before'));
    makings[1]?.resolve(answer('after'));
    expect(await Promise.all([before, after, ask()])).toEqual(['200 before', '200 after', '200 after']);
  });

  it.each([
    ['an error', (making: PromiseWithResolvers<Representation>) => making.reject(new Error('away'))],
    ['no 200', (making: PromiseWithResolvers<Representation>) => making.resolve(answer('elsewhere', 301))],
  ])('is built again for the next request if it is %s', async (_title, end) => {
    const both = [ask(), ask()];
    if (makings[0]) end(makings[0]);
    const [first, second] = await Promise.allSettled(both);
    expect(second).toEqual(first);
    const next = ask();
    makings[1]?.resolve(answer('back'));
    expect([await next, makings.length]).toEqual(['200 back', 2]);
  });
});

describe('a request', () => {
  type Client = ReturnType<typeof request>;

  it.each([
    ['has an Authorization', (client: Client) => client.get('/a').set('Authorization', 'x')],
    ['is another variant', (client: Client) => client.get('/a').set('Accept', 'x/y')],
    ['is a POST', (client: Client) => client.post('/a')],
  ])('is passed to the app when it %s', async (_title, send) => {
    const client = start();
    await askTwice(client);
    revision = 2;
    expect((await send(client)).text).toBe('2 /a');
  });

  it('is passed to the app while notifications could be missed', async () => {
    const client = start();
    await askTwice(client);
    latest = undefined;
    revision = 2;
    expect((await client.get('/a')).text).toBe('2 /a');
  });

  it('is passed to the app where reads are limited', async () => {
    const client = start({ readsAreLimited: true });
    await askTwice(client);
    revision = 2;
    expect((await client.get('/a')).text).toBe('2 /a');
  });
});

describe('the cache', () => {
  it.each([404, 301])('does not keep a %i', async (other) => {
    status = other;
    const client = start();
    await client.get('/a');
    await client.get('/a');
    expect(made).toEqual(['/a', '/a']);
  });

  it('evicts the least recently used entries, however small', () => {
    const kept = createKeptRepresentations();
    for (let key = 0; key < 65_000; key += 1) kept.keep(String(key), { status: 200, headers: {} });
    expect(['0', '64999'].map((key) => kept.find(key, { headers: {} }))).toEqual([
      undefined,
      expect.anything(),
    ]);
  });

  it('keeps more than 32 kB from the second request on', async () => {
    const client = start({ length: 32_000 });
    for (let count = 0; count < 3; count += 1) await client.get('/a');
    expect(made).toEqual(['/a', '/a']);
  });

  it('does not keep more than 256 kB', async () => {
    const client = start({ length: 256_000 });
    await client.get('/a');
    await client.get('/a');
    expect(made).toEqual(['/a', '/a']);
  });
});

describe('a response that is too large to be kept', () => {
  let client: ReturnType<typeof request>;
  let tag: string;
  const ask = (ifNoneMatch: string) => client.get('/a').set('If-None-Match', ifNoneMatch);

  beforeEach(async () => {
    client = start({ length: 256_000 });
    tag = (await client.get('/a')).headers.etag ?? '';
    made = [];
  });

  it('is not built for a client that has it', async () => {
    const answer = await ask(`"other", ${tag}`);
    expect([answer.status, answer.headers.etag, answer.text, made]).toEqual([304, tag, '', []]);
    expect((await client.head('/a').set('If-None-Match', tag)).status).toBe(304);
    expect(made).toEqual([]);
  });

  it('is not looked for in the app when its target was requested twice', async () => {
    await client.get('/a');
    revision = 2;
    expect((await ask(tag)).status).toBe(304);
    expect((await client.get('/a')).text).toMatch(/^2 /);
  });

  it('is built for one that has another, has none, or does not ask for it', async () => {
    expect((await ask('"other"')).text).toMatch(/^1 /);
    expect((await client.get('/a')).text).toMatch(/^1 /);
    expect((await client.post('/a').set('If-None-Match', tag)).text).toMatch(/^1 /);
    expect(made).toHaveLength(3);
  });

  it('is built of a later revision', async () => {
    revision = 2;
    expect((await ask(tag)).text).toMatch(/^2 /);
  });
});
