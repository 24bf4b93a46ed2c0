import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Duplex, PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { mock } from 'node:test';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { entityTag } from '../entity-tags.ts';
import type { HttpError } from '../errors/http-error.ts';
import type { Representation } from '../responses/representation.ts';
import { type ClientError, createClientErrorListener, lingeringClose, socketFailure } from './http-server.ts';

describe('a broken request', () => {
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
      [
        'an address of 300 kB after a good request',
        get('/') + get(`/${letters(300_000)}`),
        '414 URI Too Long',
      ],
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
});

function openConnection(): Duplex {
  return new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
}

describe('lingeringClose', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('closes our half and keeps reading', () => {
    const connection = openConnection();
    lingeringClose(connection, Buffer.from('answer'));
    const { writableEnded, readableFlowing, destroyed } = connection;
    expect({ writableEnded, readableFlowing, destroyed }).toEqual({
      writableEnded: true,
      readableFlowing: true,
      destroyed: false,
    });
  });

  it('gives up after 5 seconds', () => {
    const connection = openConnection();
    lingeringClose(connection, Buffer.from('answer'));
    mock.timers.tick(4_999);
    expect(connection.destroyed).toBe(false);
    mock.timers.tick(1);
    expect(connection.destroyed).toBe(true);
  });

  it('gives up after 1 MiB', () => {
    const connection = openConnection();
    lingeringClose(connection, Buffer.from('answer'));
    connection.emit('data', Buffer.alloc(1024 * 1024));
    expect(connection.destroyed).toBe(false);
    connection.emit('data', Buffer.alloc(1));
    expect(connection.destroyed).toBe(true);
  });

  it('ignores errors of the connection', () => {
    const connection = openConnection();
    lingeringClose(connection, Buffer.from('answer'));
    expect(() => connection.emit('error', new Error('write EPIPE'))).not.toThrow();
    expect(connection.destroyed).toBe(true);
  });
});

function overflow(packet: string, bytesParsed = packet.length): ClientError {
  return Object.assign(new Error('Parse Error'), {
    code: 'HPE_HEADER_OVERFLOW',
    rawPacket: Buffer.from(packet, 'latin1'),
    bytesParsed,
  });
}

const LONG = 'a'.repeat(33_000);

describe('a request whose head is too large', () => {
  it.each([
    ['in the first packet of its request line', overflow(`GET /${LONG}`), 414],
    ['in a later packet of a query', overflow('a=1&'.repeat(9_000)), 414],
    ['in a later packet of a query in Cyrillic', overflow('%D0%B6'.repeat(6_000)), 414],
    [
      'in its request line, the rest in the same packet',
      overflow(`GET /${LONG} HTTP/1.1\r\nHost: a`, LONG.length + 5),
      414,
    ],
    [
      'in its request line, after another request',
      overflow(`GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /${LONG}`),
      414,
    ],
    ['in a header field, after another request', overflow(`\r\n\r\nGET / HTTP/1.1\r\nCookie: ${LONG}`), 431],
    ['in a header field', overflow(`GET / HTTP/1.1\r\nCookie: ${LONG}`), 431],
    ['in header fields after a long target', overflow(`${LONG} HTTP/1.1\r\nCookie: ${LONG}`), 431],
    ['in a later packet of a cookie', overflow(`a=b; c=${LONG}`), 431],
    ['in a later packet of a key', overflow(LONG), 431],
  ])('%s', (_title, error, status) => {
    expect(socketFailure(error).status).toBe(status);
  });

  it('is attributed to the header when Node does not provide the packet', () => {
    expect(socketFailure(Object.assign(new Error(), { code: 'HPE_HEADER_OVERFLOW' })).status).toBe(431);
  });
});

describe('any other unreadable request', () => {
  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
    ['HPE_INVALID_METHOD', 400],
    ['HPE_INVALID_EOF_STATE', 400],
    [undefined, 400],
  ])('%s is answered %d', (code, status) => {
    expect(socketFailure(Object.assign(new Error('secret'), { code }) as ClientError)).toEqual(
      expect.objectContaining({ status, expected: true, message: expect.not.stringContaining('secret') }),
    );
  });
});
