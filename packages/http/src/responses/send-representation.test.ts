import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { entityTag } from '../entity-tags.ts';
import type { Representation } from './representation.ts';
import { sendRepresentation } from './send-representation.ts';

const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept, Accept-Encoding',
  'Access-Control-Allow-Origin': '*',
  'Content-Security-Policy': "default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};
const BODY = 'blåbär';
const TAG = entityTag(BODY);
const PLAIN: Representation = { status: 200, headers: HEADERS, body: BODY };

function serving(representation: Representation) {
  return request(
    createServer((incoming, response) => sendRepresentation(incoming, response, representation)),
  );
}

describe('sendRepresentation', () => {
  it.each([
    ['text', BODY],
    ['bytes', Buffer.from(BODY)],
  ])('sends %s with its tag and its length in bytes', async (_title, body) => {
    const response = await serving({ ...PLAIN, body }).get('/');
    expect(response.text).toBe(BODY);
    expect(response.headers).toMatchObject({
      etag: TAG,
      'content-length': '8',
      'cache-control': 'public, no-cache',
    });
  });

  it.each([200, 404, 500])('answers HEAD with the headers of a %d to GET and no body', async (status) => {
    const server = serving({ ...PLAIN, status });
    const [{ headers: got }, head] = [await server.get('/'), await server.head('/')];
    const { date: _date, ...expected } = got;
    expect([head.status, head.text]).toEqual([status, undefined]);
    expect(head.headers).toMatchObject(expected);
  });

  it('sends a 204 with a tag and without a length', async () => {
    const { headers } = await serving({ status: 204, headers: {} }).options('/');
    expect(headers.etag).toBe(entityTag(''));
    expect(headers).not.toHaveProperty('content-length');
  });

  it('sends a 301 with a tag and an empty body', async () => {
    const response = await serving({ status: 301, headers: { Location: '/b' } })
      .get('/')
      .redirects(0);
    expect([response.status, response.text]).toEqual([301, '']);
    expect(response.headers).toMatchObject({ location: '/b', etag: entityTag(''), 'content-length': '0' });
  });

  it('uses the given tag of the identity bytes for an encoded body', async () => {
    const headers = { ...HEADERS, 'Content-Encoding': 'x-test' };
    const response = await serving({ ...PLAIN, headers, body: 'coded', entityTag: TAG }).get('/');
    expect(response.headers.etag).toBe(TAG);
  });
});

describe('a stream', () => {
  const streaming = (stream: () => AsyncIterable<string>) =>
    serving({ status: 200, headers: HEADERS, entityTag: 'W/"known"', stream });

  it('is sent as it is made, with the tag that is known in advance', async () => {
    const server = streaming(async function* () {
      yield 'blå';
      yield 'bär';
    });
    for (let again = 0; again < 2; again += 1) {
      const { headers, text } = await server.get('/').set('Accept-Encoding', 'gzip');
      expect([text, headers.etag, headers['content-encoding']]).toEqual([BODY, 'W/"known"', undefined]);
    }
    expect((await server.head('/')).headers.etag).toBe('W/"known"');
    const { status, text } = await server.get('/').set('If-None-Match', 'W/"known"');
    expect([status, text]).toEqual([304, '']);
  });

  it('that fails does not look complete', async () => {
    const server = streaming(async function* () {
      yield BODY;
      throw new Error('The database is gone.');
    });
    await expect(server.get('/')).rejects.toThrow('aborted');
  });
});

describe('If-None-Match', () => {
  const asking = (representation: Representation) =>
    serving(representation).get('/').set('If-None-Match', TAG);

  it('turns a 200 to GET into a 304 without body, its length and its type', async () => {
    const response = await asking({ ...PLAIN, headers: { ...HEADERS, 'content-encoding': 'identity' } });
    expect([response.status, response.text]).toEqual([304, '']);
    for (const name of ['content-length', 'content-type', 'content-encoding', 'transfer-encoding']) {
      expect(response.headers).not.toHaveProperty(name);
    }
  });

  it('keeps ETag, Vary, Cache-Control, CORS and security headers on a 304', async () => {
    const { headers } = await asking(PLAIN);
    const { 'Content-Type': _type, ...kept } = HEADERS;
    const lowerCased = Object.entries(kept).map(([name, value]) => [name.toLowerCase(), value]);
    expect(headers).toMatchObject({ etag: TAG, ...Object.fromEntries(lowerCased) });
  });

  it('turns a 200 to HEAD into a 304', async () => {
    expect((await serving(PLAIN).head('/').set('If-None-Match', TAG)).status).toBe(304);
  });

  it.each([201, 404, 406, 500])('leaves a %d unchanged', async (status) => {
    expect((await asking({ ...PLAIN, status })).status).toBe(status);
  });

  it('leaves a 200 to POST unchanged', async () => {
    expect((await serving(PLAIN).post('/').set('If-None-Match', TAG)).status).toBe(200);
  });

  it('S29 sends a changed representation despite an old tag', async () => {
    const response = await asking({ ...PLAIN, body: 'new' });
    expect([response.status, response.text]).toEqual([200, 'new']);
  });
});
