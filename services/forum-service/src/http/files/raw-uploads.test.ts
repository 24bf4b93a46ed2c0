import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { png } from '@guidepost/files/testing';
import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LARGEST_FILE } from '../../files/files.ts';
import { createApiServer } from '../../service.ts';
import { type FileService, startFileService } from '../../testing/file-service.ts';

const STALLED = 300;

let service: FileService;
let server: Server;
let shortTimeout: Server;

beforeAll(async () => {
  service = await startFileService();
  server = createApiServer(service.context).listen(0, '127.0.0.1');
  shortTimeout = createApiServer(service.context, { stalled: STALLED }).listen(0, '127.0.0.1');
  // Repeatedly, since the connection can stall while the request is admitted.
  shortTimeout.on('timeout', (socket: Socket) => socket.setTimeout(STALLED));
  await Promise.all([once(server, 'listening'), once(shortTimeout, 'listening')]);
});

afterAll(async () => {
  for (const one of [server, shortTimeout]) {
    one.closeAllConnections();
    one.close();
  }
  await service.stop();
});

const FILE = 'Content-Disposition: form-data; name="file"; filename="a.png"';
const FORM = 'Content-Type: multipart/form-data; boundary=x';

function begin(...fields: string[]): Socket {
  return beginOn(server, ...fields);
}

function beginOn(listening: Server, ...fields: string[]): Socket {
  const socket = connect((listening.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  const head = ['POST /api/file/help HTTP/1.1', 'Host: x', `Authorization: Bearer ${service.key}`, ...fields];
  socket.write([...head, '', ''].join('\r\n'));
  return socket;
}

async function read(socket: Socket): Promise<{ status: number; body: string }> {
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), body };
}

function send(body: Buffer | string, type = FORM): Promise<{ status: number; body: string }> {
  const bytes = Buffer.from(body);
  const socket = begin(type, `Content-Length: ${bytes.length}`, 'Connection: close');
  socket.write(bytes);
  return read(socket);
}

function part(content: Buffer | string, head = FILE): Buffer {
  return Buffer.concat([Buffer.from(`--x\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]);
}

const named = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`;
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--x--\r\n')]);
const isIncoming = (name: string) => name.startsWith('incoming/');

async function incomingBytes(): Promise<number> {
  const names = (await service.storedFiles()).filter(isIncoming);
  const files = await Promise.all(names.map((name) => stat(join(service.directory, name))));
  return files.reduce((sum, { size }) => sum + size, 0);
}

const MALFORMED = [400, 'Bad Request'];
const NOT_ONE_FILE = [400, '{"file":["Please choose a file that is not empty."]}'];

describe('S5 a form', () => {
  it.each([
    ['a wrong last boundary', Buffer.concat([part(png()), Buffer.from('--y--\r\n')]), MALFORMED],
    ['no last boundary', part(png()), MALFORMED],
    ['no boundary', png(), MALFORMED],
    ['nothing', '', MALFORMED],
    ['no headers', Buffer.from('--x\r\n\r\nabc\r\n--x--\r\n'), MALFORMED],
    ['an empty name', form(part(png(), named('', '; filename="a.png"'))), MALFORMED],
    ['no name', form(part(png(), 'Content-Disposition: form-data; filename="a.png"')), MALFORMED],
    ['another name', form(part(png(), named('files', '; filename="a.png"'))), NOT_ONE_FILE],
    ['a file without a name', form(part('text', named('file'))), NOT_ONE_FILE],
    ['an empty file', form(part('')), NOT_ONE_FILE],
    ['two files', form(part(png('a')), part(png('b'))), NOT_ONE_FILE],
    [
      'an additional file under another name',
      form(part(png('a')), part(png('b'), named('b', '; filename="b"'))),
      NOT_ONE_FILE,
    ],
    ['10,000 parts', form(...Array.from({ length: 10_000 }, (_, n) => part('v', named(`f${n}`)))), MALFORMED],
    ['nested names', form(part(png()), part('v', named(`a${'[b]'.repeat(5_000)}`))), MALFORMED],
    ['a prototype name', form(part(png()), part('v', named('__proto__[x]'))), MALFORMED],
    ['a long field', form(part(png()), part('v'.repeat(20_000), named('a'))), MALFORMED],
    ['many header lines', form(part(png(), `${FILE}\r\n${'X: z\r\n'.repeat(10_000)}X: z`)), MALFORMED],
    ['a header line of 1 MB', form(part(png(), `${FILE}\r\nX: ${'z'.repeat(1_000_000)}`)), MALFORMED],
    ['a byte too many', form(part(Buffer.alloc(LARGEST_FILE + 1, 'a'))), [413, 'Content Too Large']],
  ])('with %s is refused, and nothing is stored', async (_title, sent, expected) => {
    const before = await service.storedFiles();
    const { status, body } = await send(sent);
    expect([status, body]).toEqual(expected);
    expect(await service.storedFiles()).toEqual(before);
    expect(Object.prototype).not.toHaveProperty('x');
  });

  it.each(['multipart/mixed; boundary=x', 'multipart/form-data', 'application/json', 'image/png', ''])(
    'that is malformed is refused: "%s"',
    async (type) => {
      const { status } = await send(form(part(png())), `Content-Type: ${type}`);
      expect(status).toBe(type === 'multipart/form-data' ? 400 : 415);
    },
  );

  it('that declares too large a size is answered before it arrives', async () => {
    const socket = begin(FORM, 'Content-Length: 100000000');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('with a good file is accepted, with and without a length', async () => {
    const bytes = form(part('v', named('other')), part(png()));
    expect((await send(bytes)).status).toBe(201);
    const socket = begin(FORM, 'Transfer-Encoding: chunked', 'Connection: close');
    socket.write(`${bytes.length.toString(16)}\r\n`);
    socket.write(Buffer.concat([bytes, Buffer.from('\r\n0\r\n\r\n')]));
    expect((await read(socket)).status).toBe(201);
  });
});

describe('S5 an upload', () => {
  const half = part(png()).subarray(0, -20);
  const untilNothingIsIncoming = () =>
    until('no upload is in progress', async () => !(await service.storedFiles()).some(isIncoming));

  it('that stalls is a 408 after the timeout, and leaves nothing', async () => {
    const socket = beginOn(shortTimeout, FORM, 'Content-Length: 1000');
    socket.write(half);
    expect(await read(socket)).toEqual({ status: 408, body: 'Request Timeout' });
    await untilNothingIsIncoming();
  });

  it('may take ten minutes as long as data arrives', () => {
    expect(server.requestTimeout).toBe(600_000);
  });

  it('is streamed to disk, not held in memory', async () => {
    const socket = begin(FORM, `Content-Length: ${LARGEST_FILE}`);
    socket.write(part(Buffer.alloc(8_000_000, 'a')).subarray(0, -2));
    await until('the bytes are on the disk', async () => (await incomingBytes()) >= 7_900_000);
    socket.destroy();
    await untilNothingIsIncoming();
  });

  it('aborted by its sender leaves nothing', async () => {
    const socket = begin(FORM, 'Content-Length: 1000');
    socket.write(half);
    await until('an upload is in progress', async () => (await service.storedFiles()).some(isIncoming));
    socket.destroy();
    await untilNothingIsIncoming();
  });
});
