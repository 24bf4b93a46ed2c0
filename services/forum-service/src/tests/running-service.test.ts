import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTestDatabase, withDatabaseAway } from '@guidepost/local-servers/testing';
import { closeDatabase } from '@guidepost/postgres';
import { openTestDatabase, portOf, startFaultyProxy, startServiceProcess } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createApiServer } from '../service.ts';
import { writeForum, writeKey } from '../testing/content.ts';
import { READS, writeExample } from '../testing/example.ts';
import { countEverything, DIALOG } from '../testing/posts.ts';
import {
  migrateDatabase,
  startForumService,
  startTestService,
  type TestService,
} from '../testing/test-service.ts';

describe('running service', () => {
  let service: TestService;
  let server: Server;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
    await writeExample(service);
    server = createApiServer(service.context).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await service.stop();
  });

  /** The response to these bytes, until the service closes the connection, or the sender does. */
  async function answerTo(bytes: string, { closing = false } = {}): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    // The server may close before it has read everything.
    socket.on('error', () => {});
    if (closing) socket.end(bytes);
    else socket.write(bytes);
    return text(socket);
  }

  const statusesIn = (answer: string) =>
    Array.from(answer.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));

  const get = (target: string, headers = '') =>
    `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`;

  const post = (headers: string, body = '') =>
    `POST /api/help HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`;

  const JSON_TYPE = 'Content-Type: application/json\r\n';
  const BODY = JSON.stringify({ name: 'A' });
  const MANY = Array.from({ length: 50_000 }, (_, index) => `a${index}=1`).join('&');

  describe('invalid requests', () => {
    it.each([
      ['no HTTP', 'hello\r\n\r\n', 400, 'Bad Request'],
      ['an incomplete request line', 'GET /api/help.json\r\n\r\n', 400, 'Bad Request'],
      ['an unknown HTTP version', 'GET /api/help.json HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'Bad Request'],
      ['no Host', 'GET /api/help.json HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'Bad Request'],
      ['two Hosts', get('/api/help.json', 'Host: y\r\n'), 400, 'Bad Request'],
      ['a header with a line break', get('/api/help.json', 'X: a\rb\r\n'), 400, 'Bad Request'],
      ['S19 50,000 parameters', get(`/api/help.json?${MANY}`), 414, 'URI Too Long'],
      ['an address of 20 kB', get(`/api/${'a'.repeat(20_000)}.json`), 414, 'URI Too Long'],
      [
        'S13 an X-Forwarded-For of 1 MB',
        get('/api/help.json', `X-Forwarded-For: ${'1,'.repeat(500_000)}\r\n`),
        431,
        'Request Header Fields Too Large',
      ],
      ['two lengths', post(`${JSON_TYPE}Content-Length: 1\r\nContent-Length: 2`, 'ab'), 400, 'Bad Request'],
      [
        'a length and chunks',
        post(`${JSON_TYPE}Content-Length: 1\r\nTransfer-Encoding: chunked`, '0\r\n\r\n'),
        400,
        'Bad Request',
      ],
      ['malformed chunks', post(`${JSON_TYPE}Transfer-Encoding: chunked`, 'zz\r\n'), 400, 'Bad Request'],
      [
        'a compressed body',
        post(`${JSON_TYPE}Content-Encoding: br\r\nConnection: close\r\nContent-Length: 1`, 'a'),
        415,
        'Unsupported Media Type',
      ],
    ])('get a response in our format: %s', async (_title, bytes, status, reason) => {
      const answer = await answerTo(bytes);
      expect(statusesIn(answer)).toEqual([status]);
      expect(answer).toMatch(/content-type: text\/plain; charset=utf-8/i);
      expect(answer).toContain(`\r\n\r\n${reason}`);
    });

    it('store nothing with half a body', async () => {
      const before = await countEverything(service.database);
      await answerTo(post(`${JSON_TYPE}Content-Length: 500`, JSON.stringify(DIALOG)), { closing: true });
      expect(await countEverything(service.database)).toEqual(before);
    });

    it('may have an absolute target, which does not affect addresses in the response', async () => {
      const answer = await answerTo(get('http://evil.example/api/help.json'));
      expect(statusesIn(answer)).toEqual([200]);
      expect(answer).not.toContain('evil.example');
    });

    it('are answered in order when pipelined', async () => {
      const kept = 'GET /api/help.json?limit=0 HTTP/1.1\r\nHost: x\r\n\r\n';
      const answer = await answerTo(kept + kept.replace('help', 'unknown') + get('/api/properties/help.xml'));
      expect(statusesIn(answer)).toEqual([200, 404, 200]);
    });

    it('may have an unknown Expect, or 100-continue', async () => {
      const length = `Connection: close\r\nContent-Length: ${BODY.length}`;
      const unknown = await answerTo(post(`${JSON_TYPE}Expect: miracles\r\n${length}`, BODY));
      expect(statusesIn(unknown)).toEqual([400]);
      const known = await answerTo(post(`${JSON_TYPE}Expect: 100-continue\r\n${length}`, BODY));
      expect(statusesIn(known)).toEqual([100, 400]);
    });
  });

  describe('while the database is unavailable', () => {
    it('reads and posts are a 503 with Retry-After, and everything works afterwards', async () => {
      const before = await countEverything(service.database);
      await withDatabaseAway(service.url, async () => {
        for (const { path } of READS) {
          const answer = await service.get(path.replace(/json$/, 'xml'));
          expect([path, answer.status, answer.text]).toEqual([path, 503, 'Service Unavailable']);
          expect(answer.headers).toMatchObject({
            'content-type': 'text/plain; charset=utf-8',
            'retry-after': expect.stringMatching(/^\d+$/),
          });
        }
        const posted = await service.request.post('/api/help').send(DIALOG);
        expect([posted.status, posted.text]).toEqual([503, 'Service Unavailable']);
      });
      expect(await countEverything(service.database)).toEqual(before);
      await service.get('/api/help.json').expect(200);
    });
  });
});

const MAIN = new URL('../main.ts', import.meta.url);
const UNREACHABLE = {
  FORUM_DATABASE_URL: 'postgres://guidepost:hunter2@127.0.0.1:1/forum',
  FORUM_FILES_DIRECTORY: join(tmpdir(), 'guidepost-files-of-main'),
};

describe('the process', () => {
  let cleanup: AsyncDisposableStack;

  beforeEach(() => {
    cleanup = new AsyncDisposableStack();
  });

  afterEach(() => cleanup.disposeAsync());

  it('prints its effective configuration with --check-config, secrets masked', async () => {
    const environment = { ...UNREACHABLE, FORUM_SECRET: 'hunter2-hunter2-hunter2', MEILI_KEY: 'hunter2' };
    const { output, exit } = startServiceProcess(MAIN, ['--check-config'], environment);
    const shown = await text(output);
    expect(await exit).toEqual([0, null]);
    expect(shown).toContain('FORUM_DATABASE_URL=postgres://guidepost:********@127.0.0.1:1/forum\n');
    expect(shown).toContain('FORUM_SECRET=********\n');
    expect(shown).toContain('POST_LIMIT=10\n');
    expect(shown).not.toContain('hunter2');
  });

  it('ends with one line that names the variable when its database cannot be reached', async () => {
    const { output, complaint, exit } = startServiceProcess(MAIN, [], UNREACHABLE);
    output.resume();
    expect(await exit).toEqual([1, null]);
    expect(await complaint).toMatch(/^FORUM_DATABASE_URL: connect ECONNREFUSED[^\n]*\n$/);
    await rm(UNREACHABLE.FORUM_FILES_DIRECTORY, { recursive: true });
  });

  it('ends with one line that names the variable when it cannot write files', async () => {
    const environment = { ...UNREACHABLE, FORUM_FILES_DIRECTORY: join(import.meta.filename, 'files') };
    const { output, complaint, exit } = startServiceProcess(MAIN, [], environment);
    output.resume();
    expect(await exit).toEqual([1, null]);
    expect(await complaint).toMatch(
      /^FORUM_FILES_DIRECTORY: cannot write to [^\n]* \(ENOTDIR: not a directory\)\.\n$/,
    );
  });

  it('S53 ends in its time with an unreachable database, a silent store and half a request, and keeps what it answered', async () => {
    const { url, drop } = await createTestDatabase({ template: 'forum', prepare: migrateDatabase });
    cleanup.defer(drop);
    const database = openTestDatabase(url);
    cleanup.defer(() => closeDatabase(database));
    const key = await writeKey(database, await writeForum(database, { slug: 'help' }));
    const path = await startFaultyProxy(url);
    cleanup.defer(() => path.close());
    const files = await mkdtemp(join(tmpdir(), 'guidepost-files-'));
    cleanup.defer(() => rm(files, { recursive: true }));
    const silent = createNetServer().listen(0, '127.0.0.1');
    cleanup.defer(() => void silent.close());
    await once(silent, 'listening');
    const { child, exit, output, ...rest } = startForumService({
      FORUM_DATABASE_URL: path.url,
      FORUM_FILES_DIRECTORY: files,
      FORUM_FILES_STORE: 's3',
      S3_BUCKET: 'files',
      S3_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      S3_TIMEOUT: '120000',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      STOP_TIMEOUT: '3',
    });
    cleanup.defer(() => void child.kill('SIGKILL'));
    const port = await portOf({ child, exit, output, ...rest });
    output.resume();
    const origin = `http://127.0.0.1:${port}/api`;

    const stored = once(silent, 'connection');
    const form = new FormData();
    form.set('file', new Blob(['a,b\n1,2\n']), 'a.csv');
    const upload = fetch(`${origin}/file/help?key=${key}`, { method: 'POST', body: form });
    const [store] = await stored;
    cleanup.defer(() => store.destroy());
    const posted = await fetch(`${origin}/help`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(DIALOG),
    });
    await path.fail('hang');
    const half = connect(port, '127.0.0.1').on('error', () => {});
    half.write('POST /api/help HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
    const waiting = fetch(`${origin}/help.json`).catch(() => 'cut off');
    await once(half, 'connect');

    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    clearTimeout(late);
    await expect(upload).rejects.toThrow();
    await waiting;
    expect(posted.status).toBe(201);
    expect(await database.one('select title from dialogs')).toEqual({ title: DIALOG.title });
  });
});
