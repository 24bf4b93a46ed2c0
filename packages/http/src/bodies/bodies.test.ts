import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { toHttpError } from '../errors/http-error.ts';
import { parseJson, readBody } from './read-body.ts';
import { readForm } from './read-form.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('parseJson', () => {
  it.each([
    ['{"a": [1, "å"]}', { a: [1, 'å'] }],
    ['"U+0000 escaped: \\u0000"', 'U+0000 escaped: \0'],
    ['\uFEFF{}', {}],
    ['null', null],
  ])('reads %j', (text, value) => {
    expect(parseJson(bytesOf(text))).toEqual(value);
  });

  it('S19 treats __proto__ as an ordinary member', () => {
    const value = parseJson(bytesOf('{"__proto__": {"polluted": true}}')) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it.each([
    ['nothing', bytesOf('')],
    ['white space', bytesOf(' \n')],
    ['half an object', bytesOf('{"a":')],
    ['two values', bytesOf('{}{}')],
    ['a comment', bytesOf('{} // a')],
    ['U+0000 as it is', bytesOf('"\0"')],
    ['Latin-1', Uint8Array.of(0x22, 0xe5, 0x22)],
    ['an encoded surrogate', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x31, 0x00)],
  ])('calls %s malformed, without repeating it', (_title, bytes) => {
    expect(() => parseJson(bytes)).toThrow(
      expect.objectContaining({ kind: 'malformed', message: 'The request body is not JSON in UTF-8.' }),
    );
  });
});

describe('readBody', () => {
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

describe('readForm', () => {
  const FORM = 'application/x-www-form-urlencoded';

  const showError: ErrorRequestHandler = (error, _request, response, _next) => {
    const { status, kind } = toHttpError(error);
    response.status(status).json(kind);
  };

  const app = express()
    .post('/', async (message, response) => {
      response.json([...(await readForm(message, 20)).entries()]);
    })
    .use(showError);

  function send(body: string | Buffer, type = FORM): request.Test {
    return (
      request(app)
        .post('/')
        .set('Content-Type', type)
        // Superagent would encode it otherwise.
        .serialize((text) => text)
        .send(body as string)
    );
  }

  it.each([
    [
      'fields',
      'a=1&b=%C3%A5+%2B',
      [
        ['a', '1'],
        ['b', 'å +'],
      ],
    ],
    ['the first of repeated fields', 'a=1&a=2', [['a', '1']]],
    ['__proto__ as a field like any other (S19)', '__proto__=1', [['__proto__', '1']]],
    ['nothing', '', []],
    ['as many bytes as are allowed', `a=${'1'.repeat(18)}`, [['a', '1'.repeat(18)]]],
  ])('reads %s', async (_title, body, fields) => {
    expect((await send(body)).body).toEqual(fields);
  });

  it.each([
    ['U+0000 (S28)', 'a=%00'],
    ['broken percent-encoding', 'a=%'],
    ['an encoded lone surrogate (S28)', 'a=%ED%A0%80'],
    ['Latin-1 (S28)', Buffer.from('a=å', 'latin1')],
    ['encoded Latin-1', 'a=%E5'],
  ])('throws malformed for %s', async (_title, body) => {
    const answer = await send(body);
    expect([answer.status, answer.body]).toEqual([400, 'malformed']);
  });

  it('throws too-large for more bytes than are allowed', async () => {
    expect((await send(`a=${'1'.repeat(19)}`)).status).toBe(413);
  });

  it.each([FORM.toUpperCase(), ` ${FORM} `, `${FORM};charset=UTF-8`, `${FORM}; charset=utf-8`])(
    'accepts the type "%s"',
    async (type) => {
      expect((await send('a=1', type)).status).toBe(200);
    },
  );

  it.each([
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/json',
    `${FORM}; charset=latin1`,
    `${FORM}; charset=utf-8; charset=latin1`,
    `${FORM},x`,
  ])('throws unsupported-media-type for "%s" (S20)', async (type) => {
    expect((await send('a=1', type)).status).toBe(415);
  });
});
