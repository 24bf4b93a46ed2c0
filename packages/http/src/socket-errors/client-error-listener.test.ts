import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entityTag } from '../entity-tags/entity-tag.ts';
import type { HttpError } from '../errors/http-error.ts';
import type { Representation } from '../responses/representation.ts';
import { createClientErrorListener } from './client-error-listener.ts';

const OPTIONS = {
  maxHeaderSize: 32_768,
  headersTimeout: 50,
  requestTimeout: 100,
  connectionsCheckingInterval: 10,
};

const render = ({ status, kind }: HttpError): Representation => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  body: `${kind} – sorry`,
});

let server: Server;

beforeAll(async () => {
  server = createServer(OPTIONS, (request, response) => {
    if (request.url === '/half') {
      response.write('half an answer');
    } else {
      response.end('fine');
    }
  });
  server.on('clientError', createClientErrorListener(render));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function open({ allowHalfOpen = false } = {}): Socket {
  return connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen });
}

/** Everything the server sends until it closes its half; rejects on a reset. */
async function answerTo(request: string): Promise<string> {
  const socket = open();
  socket.write(request, 'latin1');
  return text(socket);
}

const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const letters = (count: number) => 'a'.repeat(count);

describe('a request that Node cannot parse', () => {
  it.each([
    ['an address of 33 kB', get(`/${letters(33_000)}`), '414 URI Too Long'],
    ['an address of 300 kB', get(`/${letters(300_000)}`), '414 URI Too Long'],
    ['an address of 300 kB after a good request', get('/') + get(`/${letters(300_000)}`), '414 URI Too Long'],
    [
      'a header field of 300 kB',
      get('/', `Cookie: a=${letters(300_000)}\r\n`),
      '431 Request Header Fields Too Large',
    ],
    [
      '40 kB of header fields',
      get('/', 'X-Field: value\r\n'.repeat(2_500)),
      '431 Request Header Fields Too Large',
    ],
    ['something else than HTTP', '\x16\x03\x01\x02\0\x01', '400 Bad Request'],
    ['a broken header field', get('/', 'X Field: value\r\n'), '400 Bad Request'],
    ['a raw U+0000 in the address', get('/a\0b'), '400 Bad Request'],
    ['a raw Latin-1 letter in the address', get('/bl\xE5b'), '400 Bad Request'],
    ['a head that never ends', 'GET / HTTP/1.1\r\nHost: a\r\n', '408 Request Timeout'],
  ])('%s gets a readable answer and no reset', async (_title, request, status) => {
    const answer = await answerTo(request);
    expect(answer).toContain(`HTTP/1.1 ${status}\r\n`);
    expect(answer.match(/sorry/g)).toHaveLength(1);
  });

  it('gets a response even while still being sent', async () => {
    const socket = open({ allowHalfOpen: true });
    const send = promisify<string, void>((part, done) => socket.write(part, done));
    await send(`GET /${letters(100_000)}`);
    await once(socket, 'readable');
    for (let part = 0; part < 5; part += 1) {
      await send(letters(50_000));
    }
    expect(await text(socket)).toContain('HTTP/1.1 414 URI Too Long');
    socket.end();
  });

  it('is answered in the service’s format, with tag, length, date and `Connection: close`', async () => {
    const [head, body] = (await answerTo(get(`/${letters(33_000)}`))).split('\r\n\r\n');
    expect(body).toBe('uri-too-long – sorry');
    expect(head?.split('\r\n')).toEqual([
      'HTTP/1.1 414 URI Too Long',
      'Content-Type: text/plain; charset=utf-8',
      'X-Content-Type-Options: nosniff',
      `ETag: ${entityTag('uri-too-long – sorry')}`,
      'Content-Length: 22',
      expect.stringMatching(/^Date: .* GMT$/),
      'Connection: close',
    ]);
  });
});

describe('a connection that cannot be answered', () => {
  it('is closed when it sends endlessly', async () => {
    const socket = open({ allowHalfOpen: true });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    const sendMore = (error?: Error | null) => error || socket.write(letters(65_536), sendMore);
    socket.write('GET /', sendMore);
    socket.resume();
    await closed;
    expect(socket.bytesWritten).toBeGreaterThan(1024 * 1024);
  });

  it('is closed without another head in the middle of a response', async () => {
    const socket = open();
    const ended = text(socket).catch(() => 'reset');
    socket.once('data', () => socket.write('NONSENSE\r\n\r\n'));
    socket.write(get('/half'));
    expect(await ended).not.toContain('400');
  });

  it.each([
    ['already destroyed', {}, (socket: PassThrough) => socket.destroy()],
    ['already ended', {}, (socket: PassThrough) => socket.end()],
    ['reset by the other side', { code: 'ECONNRESET' }, () => undefined],
  ])('%s is destroyed, nothing is thrown', (_title, details, prepare) => {
    const socket = new PassThrough();
    prepare(socket);
    const rendered: HttpError[] = [];
    const listener = createClientErrorListener((error) => {
      rendered.push(error);
      return render(error);
    });
    expect(() => listener(Object.assign(new Error(), details), socket)).not.toThrow();
    expect([socket.destroyed, rendered]).toEqual([true, []]);
  });

  it('is destroyed when the response cannot be rendered', () => {
    const socket = new PassThrough();
    const listener = createClientErrorListener(() => {
      throw new Error('no template');
    });
    expect(() => listener(new Error(), socket)).not.toThrow();
    expect(socket.destroyed).toBe(true);
  });
});
