import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { encodeBody, negotiateCoding } from './content-codings.ts';
import { entityTag } from './entity-tags.ts';
import type { Representation } from './responses/representation.ts';
import { sendRepresentation } from './responses/send-representation.ts';

const TEXT = 'En guide om blåbär. '.repeat(500);
const GUIDE: Representation = {
  status: 200,
  headers: { 'Content-Type': 'application/vnd.api+json', Vary: 'Accept, Accept-Encoding' },
  body: TEXT,
};

const servers = new Set<ReturnType<typeof createServer>>();

interface Answer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

async function ask(
  representation: Representation,
  headers: OutgoingHttpHeaders,
  method = 'GET',
): Promise<Answer> {
  const server = createServer((incoming, response) => sendRepresentation(incoming, response, representation));
  servers.add(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, method, headers, host: '127.0.0.1', agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const { date: _date, connection: _connection, ...kept } = answer.headers;
  return { status: answer.statusCode, headers: kept, bytes: await buffer(answer) };
}

const taking = (coding: string) => ({ 'Accept-Encoding': coding });

describe('content codings', () => {
  afterEach(() => {
    for (const server of servers) server.close();
    servers.clear();
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('%s is sent to clients that accept it, with its length', async (coding, decode) => {
    const { status, headers, bytes } = await ask(GUIDE, taking(coding));
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-encoding': coding, 'content-length': String(bytes.length) });
    expect(bytes.length).toBeLessThan(500);
    expect(decode(bytes).toString()).toBe(TEXT);
  });

  it('encode bytes as well as text', async () => {
    const { bytes } = await ask({ ...GUIDE, body: Buffer.from(TEXT) }, taking('br'));
    expect(brotliDecompressSync(bytes).toString()).toBe(TEXT);
  });

  it("are cached in a representation's `codings`", async () => {
    const codings = new Map();
    const first = await ask({ ...GUIDE, codings }, taking('br'));
    expect([...codings.keys()]).toEqual(['br']);
    expect(Buffer.from(codings.get('br'))).toEqual(first.bytes);
    expect(codings.get('br').buffer.byteLength).toBe(first.bytes.length);
    codings.set('br', Buffer.from('kept'));
    const second = await ask({ ...GUIDE, codings }, taking('br'));
    expect(second.bytes.toString()).toBe('kept');
    expect(second.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': '4' });
    const { etag } = first.headers;
    expect(second.headers.etag).toBe(etag);
  });

  it('are computed once for concurrent requests', async () => {
    const codings = new Map([['br' as const, Promise.resolve(Buffer.from('being made'))]]);
    expect((await ask({ ...GUIDE, codings }, taking('br'))).bytes.toString()).toBe('being made');
  });

  it.each(['identity', 'deflate, zstd', 'br;q=0', ''])(
    'are not sent for Accept-Encoding "%s"',
    async (header) => {
      const { headers, bytes } = await ask(GUIDE, taking(header));
      expect(headers).not.toHaveProperty('content-encoding');
      expect(bytes.toString()).toBe(TEXT);
    },
  );

  it('are not sent without Accept-Encoding', async () => {
    expect((await ask(GUIDE, {})).bytes.toString()).toBe(TEXT);
  });

  it.each(['br', 'gzip', 'identity'])('share the entity tag of the identity bytes: %s', async (coding) => {
    expect((await ask(GUIDE, taking(coding))).headers.etag).toBe(entityTag(TEXT));
  });

  it.each(['br', 'gzip', 'identity'])('all match one tag in If-None-Match: %s', async (coding) => {
    const answer = await ask(GUIDE, { ...taking(coding), 'If-None-Match': entityTag(TEXT) });
    expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
    for (const name of ['content-encoding', 'content-length'])
      expect(answer.headers).not.toHaveProperty(name);
    expect(answer.headers.vary).toBe('Accept, Accept-Encoding');
  });

  it.each(['br', 'gzip', 'identity'])('HEAD has the headers of GET: %s', async (coding) => {
    const got = await ask(GUIDE, taking(coding));
    const head = await ask(GUIDE, taking(coding), 'HEAD');
    expect(head.headers).toEqual(got.headers);
    expect(head.bytes.length).toBe(0);
  });

  it('apply to errors, too', async () => {
    const { status, headers } = await ask({ ...GUIDE, status: 400 }, taking('br'));
    expect([status, headers['content-encoding']]).toEqual([400, 'br']);
  });

  it.each([
    [999, undefined],
    [1_000, 'br'],
    [1_000_000, 'br'],
    [1_000_001, undefined],
  ])('of %d bytes: %s', async (length, coding) => {
    const answer = await ask({ ...GUIDE, body: 'a'.repeat(length) }, taking('br'));
    expect(answer.headers['content-encoding']).toBe(coding);
  });

  it.each([
    ['application/vnd.api+json', 'br'],
    ['application/json; charset=utf-8', 'br'],
    ['application/xml', 'br'],
    ['application/javascript', 'br'],
    ['application/openapi+yaml', 'br'],
    ['text/html; charset=utf-8', 'br'],
    ['Text/CSS', 'br'],
    ['image/svg+xml', 'br'],
    ['image/png', undefined],
    ['application/pdf', undefined],
    ['application/octet-stream', undefined],
    ['application/x-xmlrpc', undefined],
    ['application/vnd.openxmlformats', undefined],
    ['video/mp4; name="text/plain"', undefined],
  ])('of the type %s: %s', async (type, coding) => {
    const answer = await ask({ ...GUIDE, headers: { ...GUIDE.headers, 'Content-Type': type } }, taking('br'));
    expect(answer.headers['content-encoding']).toBe(coding);
  });

  it('are never used without Vary: Accept-Encoding, which caches need', async () => {
    const answer = await ask({ ...GUIDE, headers: { 'Content-Type': 'text/plain' } }, taking('br'));
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it('are not applied to an encoded body', async () => {
    const headers = { ...GUIDE.headers, 'Content-Encoding': 'x-test' };
    const answer = await ask({ ...GUIDE, headers }, taking('br'));
    expect(answer.headers['content-encoding']).toBe('x-test');
    expect(answer.bytes.toString()).toBe(TEXT);
  });

  it('close the connection when the response cannot be written', async () => {
    const broken = { ...GUIDE, headers: { ...GUIDE.headers, 'X-Broken': 'a\nb' } };
    await expect(ask(broken, taking('br'))).rejects.toThrow('socket hang up');
  });

  it('are discarded when the client has disconnected', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<boolean>();
    const server = createServer((incoming, response) => {
      response.once('close', () => resolve(response.writableFinished));
      sendRepresentation(incoming, response, { ...GUIDE, body: 'a'.repeat(1_000_000) });
      incoming.socket.destroy();
    });
    servers.add(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    get({ port, host: '127.0.0.1', headers: taking('br'), agent: false }).on('error', () => {});
    expect(await closed).toBe(false);
  });
});

describe('the effort of a coding', () => {
  const text = Array.from({ length: 5_000 }, (_, n) => `guide ${n * n} of ${n % 7}`).join('\n');
  const brotli = (quality: number) =>
    brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });

  it.each([
    ['gzip', 'level 6', [5, 6, 7].map((level) => gzipSync(text, { level }))],
    ['br', 'quality 4', [3, 4, 5].map(brotli)],
  ] as const)('of %s is that of %s', async (coding, _, [less, chosen, more]) => {
    const encoded = await encodeBody(text, coding);
    expect(chosen?.equals(encoded)).toBe(true);
    expect([less, more].some((other) => other?.equals(encoded))).toBe(false);
  });
});

describe('Accept-Encoding', () => {
  it.each<[string | undefined, 'br' | 'gzip' | undefined]>([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['identity', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['gzip;q=0.001, br;q=0', 'gzip'],
    ['gzip;q=0', undefined],
    ['br;q=0.000, gzip;q=0.0', undefined],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['gzip, identity;q=0.5', 'gzip'],
    ['br;q=0.2, gzip;q=0.8, identity;q=0.5', 'gzip'],
    // The wildcard applies to codings that are not named.
    ['*', 'br'],
    ['*;q=0.5, gzip', 'gzip'],
    ['*, br;q=0', 'gzip'],
    ['gzip, *;q=0', 'gzip'],
    // Nothing acceptable: identity.
    ['*;q=0', undefined],
    ['identity;q=0', undefined],
    ['identity;q=0, *;q=0', undefined],
    ['GZIP', 'gzip'],
    ['gzip;Q=0.5', 'gzip'],
    [' gzip ;\tq=0.5 ,, ', 'gzip'],
    ['gzip , br', 'br'],
    // A repeated coding: the first one counts.
    ['gzip;q=0, gzip', undefined],
    // Invalid weights and unknown codings.
    ['gzip;q=2', undefined],
    ['gzip;q=-1', undefined],
    ['gzip;q=high', undefined],
    ['gzip;level=9', undefined],
    ['gzip;', undefined],
    ['"gzip"', undefined],
    ['x-gzip, brotli', undefined],
    ['__proto__, constructor;q=0.5', undefined],
  ])('%j gives %s', (header, coding) => {
    expect(negotiateCoding(header)).toBe(coding);
    expect(negotiateCoding(header)).toBe(coding);
  });

  it('is negotiated correctly when more values have been seen than are cached', () => {
    const headers = Array.from({ length: 1_000 }, (_, index) => `x-${index}, gzip`);
    expect(new Set(headers.map(negotiateCoding))).toEqual(new Set(['gzip']));
    expect(negotiateCoding('x-999, br')).toBe('br');
  });

  it('is parsed in linear time: 30 kB of commas and of elements', () => {
    expect(negotiateCoding(`${','.repeat(30_000)}gzip`)).toBe('gzip');
    expect(negotiateCoding(`${'a;q=0.5,'.repeat(4_000)}gzip`)).toBe('gzip');
    expect(negotiateCoding(`gzip;q=0.5${' '.repeat(30_000)}x`)).toBeUndefined();
  });
});
