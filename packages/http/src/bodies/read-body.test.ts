import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toHttpError } from '../errors/http-error.ts';
import { readBody } from './read-body.ts';

const RULE = {
  accepts: (contentType: string | undefined) => contentType === 'text/x',
  expected: 'text/x',
  maximumBytes: 10,
};

let server: Server;
const ended: Promise<unknown>[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const rule = request.url === '/hasty' ? { ...RULE, arrival: 200 } : RULE;
    const reading = readBody(request, rule).then(
      (bytes) => response.end(bytes ? `read ${bytes}` : 'none'),
      (error: unknown) => {
        const { status, kind, headers } = toHttpError(error);
        response.statusCode = status;
        response.setHeaders(new Map(Object.entries(headers)));
        response.end(kind);
        return kind;
      },
    );
    ended.push(reading);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function exchange(...requests: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(requests.join(''));
  return text(socket);
}

async function send(fields: string[], body = ''): Promise<[number, string]> {
  const answer = await exchange(
    ['POST / HTTP/1.1', 'Host: x', 'Connection: close', ...fields, '', body].join('\r\n'),
  );
  const [head = '', content = ''] = answer.split('\r\n\r\n').slice(-2);
  return [Number(/HTTP\/1.1 (\d+)/.exec(head)?.[1]), content];
}

const TYPE = 'Content-Type: text/x';
const OTHER = 'Content-Type: text/y';
const CHUNKED = 'Transfer-Encoding: chunked';

describe('readBody', () => {
  it.each([
    ['a body', [TYPE, 'Content-Length: 5'], 'hello', 200, 'read hello'],
    ['a body as long as is allowed', [TYPE, 'Content-Length: 10'], 'helloworld', 200, 'read helloworld'],
    ['a body in chunks', [TYPE, CHUNKED], '2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n', 200, 'read hello'],
    ['no body', [OTHER], '', 200, 'none'],
    ['a body of no bytes', [OTHER, 'Content-Length: 0'], '', 200, 'none'],
    ['no chunks', [OTHER, CHUNKED], '0\r\n\r\n', 200, 'none'],
    ['an identity coding', [TYPE, 'Content-Encoding: Identity', 'Content-Length: 1'], 'a', 200, 'read a'],
  ])('reads %s', async (_title, fields, body, status, content) => {
    expect(await send(fields, body)).toEqual([status, content]);
  });

  it.each([
    ['another type', [OTHER, 'Content-Length: 1'], 'a', 415, 'unsupported-media-type'],
    ['no type', ['Content-Length: 1'], 'a', 415, 'unsupported-media-type'],
    ['another type in chunks', [OTHER, CHUNKED], '1\r\na\r\n0\r\n\r\n', 415, 'unsupported-media-type'],
    [
      'a content coding',
      [TYPE, 'Content-Encoding: gzip', 'Content-Length: 1'],
      'a',
      415,
      'unsupported-media-type',
    ],
    ['a byte too many', [TYPE, 'Content-Length: 11'], 'hello world', 413, 'too-large'],
    ['a byte too many in chunks', [TYPE, CHUNKED], 'b\r\nhello world\r\n0\r\n\r\n', 413, 'too-large'],
    ['the type before the size', [OTHER, 'Content-Length: 11'], 'hello world', 415, 'unsupported-media-type'],
    [
      'the type before the size in chunks',
      [OTHER, CHUNKED],
      'b\r\nhello world\r\n0\r\n\r\n',
      415,
      'unsupported-media-type',
    ],
  ])('refuses %s', async (_title, fields, body, status, content) => {
    expect(await send(fields, body)).toEqual([status, content]);
  });

  it('answers before a body that is too large has arrived', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(['POST / HTTP/1.1', 'Host: x', TYPE, CHUNKED, '', 'b', 'hello world', ''].join('\r\n'));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  it.each([
    ['declared', 'Content-Length: 5000000', 'a'.repeat(5_000_000)],
    ['in chunks', CHUNKED, `${`ffff\r\n${'a'.repeat(0xffff)}\r\n`.repeat(80)}0\r\n\r\n`],
  ])(
    'does not leak a refused body into the next request on the connection: %s',
    async (_title, field, body) => {
      const answers = await exchange(
        ['POST /1 HTTP/1.1', 'Host: x', TYPE, field, '', body].join('\r\n'),
        ['POST /2 HTTP/1.1', 'Host: x', TYPE, 'Content-Length: 2', 'Connection: close', '', 'ok'].join(
          '\r\n',
        ),
      );
      expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
      expect(answers).toContain('read ok');
    },
  );

  it('sends 100 Continue on request', async () => {
    const [status, content] = await send([TYPE, 'Content-Length: 1', 'Expect: 100-continue'], 'a');
    expect([status, content]).toEqual([200, 'read a']);
  });

  it('answers 408 and closes the connection when a body stalls', async () => {
    server.setTimeout(100);
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(['POST / HTTP/1.1', 'Host: x', TYPE, 'Content-Length: 5', '', 'hel'].join('\r\n'));
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n.*\r\n\r\ntimeout$/s);
    server.setTimeout(0);
  });

  it('answers 408 when a body takes too long, even if it never stalls', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      ['POST /hasty HTTP/1.1', 'Host: x', TYPE, 'Transfer-Encoding: chunked', '', ''].join('\r\n'),
    );
    const going = setInterval(() => socket.write('0'), 20);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n.*\r\n\r\ntimeout$/s);
    clearInterval(going);
  });

  it('rejects a body whose sender disconnects as malformed', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const arrived = once(server, 'request');
    socket.write(['POST / HTTP/1.1', 'Host: x', TYPE, 'Content-Length: 5', '', 'he'].join('\r\n'));
    await arrived;
    socket.destroy();
    expect(await ended.at(-1)).toBe('malformed');
  });
});
