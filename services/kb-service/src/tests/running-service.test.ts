import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase, until } from '@guidepost/local-servers/testing';
import { type MailServer, startMailServer } from '@guidepost/mail/testing';
import { closeDatabase } from '@guidepost/postgres';
import { openTestDatabase, portOf, type ServiceProcess, startFaultyProxy } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { writeContent } from '../testing/content.ts';
import { runKb, startKbService } from '../testing/processes.ts';
import { migrateDatabase } from '../testing/test-service.ts';

const HOST = 'help.example.com';

/** The service and the command line as two processes that share only a database. */
describe('a running service', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let port: number;
  let root: string;
  let mail: MailServer;
  let environment: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
    const connection = openTestDatabase(database.url);
    await writeContent(connection, {
      host: HOST,
      guides: [{ id: 1, slug: 'zebras', title: 'Feeding zebras', published: false }],
    });
    await closeDatabase(connection);
    mail = await startMailServer();
    environment = {
      KB_DATABASE_URL: database.url,
      MAIL_URL: mail.url,
      MAIL_FROM: 'help@example.com',
    };
    service = startKbService(environment);
    port = await portOf(service);
    service.output.resume();
    root = `http://127.0.0.1:${port}/knowledge/v1/${HOST}`;
  });

  afterAll(async () => {
    service.child.kill('SIGTERM');
    await service.exit;
    await mail.stop();
    await database.drop();
  });

  async function ask(path: string, key = ''): Promise<{ status: number; total?: number }> {
    const headers = { Accept: 'application/vnd.api+json', ...(key && { Authorization: `Bearer ${key}` }) };
    const answer = await fetch(`${root}${path}`, { headers });
    const { meta } = (await answer.json()) as { meta?: { total: number } };
    return { status: answer.status, ...(meta && { total: meta.total }) };
  }

  /** Repeats the request until it has the expected answer; changes reach other instances and search later. */
  async function becomes(expected: object, path: string, key?: string): Promise<void> {
    const wanted = JSON.stringify(expected);
    await until(`${path} is ${wanted}`, async () => JSON.stringify(await ask(path, key)) === wanted);
  }

  async function kb(...words: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await runKb([...words, '--json'], environment);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  it('follows the publishing and unpublishing of guides', async () => {
    expect(await ask('/guides?q=zebra')).toEqual({ status: 200, total: 0 });
    await kb('publish', HOST, 'zebras');
    await becomes({ status: 200, total: 1 }, '/guides?q=zebra');
    await kb('unpublish', HOST, 'zebras');
    await becomes({ status: 200, total: 0 }, '/guides?q=zebra');
  });

  it('mails the link that kb staff invite prints', async () => {
    const { link, mailed } = await kb('staff', 'invite', HOST, 'anna@example.com', '--role', 'editor');
    expect(mailed).toBe(true);
    expect((await mail.messageTo('anna@example.com')).text).toContain(String(link));
  });

  it('follows kb set access and kb key', async () => {
    await kb('set', HOST, 'access', 'disabled');
    await becomes({ status: 403 }, '/guides');
    await kb('set', HOST, 'access', 'key');
    await becomes({ status: 401 }, '/guides');
    const { key } = await kb('key', 'create', HOST, 'website');
    await becomes({ status: 200, total: 0 }, '/guides', String(key));
    expect(await ask('/guides')).toEqual({ status: 401 });
    await kb('key', 'revoke', HOST, 'website');
    await becomes({ status: 401 }, '/guides', String(key));
    await kb('set', HOST, 'access', 'public');
    await becomes({ status: 200, total: 0 }, '/guides');
  });

  it('keeps its port, and a second one says so', async () => {
    const second = startKbService({ ...environment, KB_PORT: String(port) });
    second.output.resume();
    expect(await second.exit).toEqual([1, null]);
    expect(await second.complaint).toBe(`KB_PORT: another program already listens on 127.0.0.1:${port}.\n`);
  });

  describe('requests that Node.js would answer itself', () => {
    it.each([
      [
        'S19 an address of 300 kB',
        `GET /knowledge/v1/x?${'a=1&'.repeat(75_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
        414,
        'uri_too_long',
      ],
      [
        'S16 an access key of 1 MB',
        `GET /knowledge/v1/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'a'.repeat(1_000_000)}\r\n\r\n`,
        431,
        'payload_too_large',
      ],
      [
        'S13 an X-Forwarded-For of 1 MB',
        `GET /knowledge/v1/x HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${'1,'.repeat(500_000)}\r\n\r\n`,
        431,
        'payload_too_large',
      ],
      [
        'a vote with two Content-Length headers',
        'POST /knowledge/v1/x/guides/x/upvote HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
        400,
        'malformed_body',
      ],
      [
        'a vote with Content-Length and Transfer-Encoding',
        'POST /knowledge/v1/x/guides/x/upvote HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
        'malformed_body',
      ],
      [
        'S11 an invalid target',
        'GET http://[/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
        404,
        'not_found',
      ],
      ['nonsense', 'nonsense\r\n\r\n', 400, 'malformed_body'],
      ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_body'],
      [
        'an unknown Expect header',
        'GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: wonders\r\n\r\n',
        404,
        'not_found',
      ],
    ])('are answered in the format of the API: %s', async (_, request, status, code) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      const answer = text(socket);
      socket.write(request);
      const [head = '', body = ''] = (await answer).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(head).toMatch(/^content-type: application\/vnd\.api\+json$/im);
      expect(head).toMatch(/^etag: W\/"[\w-]+"$/im);
      expect(JSON.parse(body).errors[0].code).toBe(code);
    });
  });
});

const UNREACHABLE = 'postgres://guidepost:hunter2@127.0.0.1:1/kb';

const children: ChildProcess[] = [];

function startProcess(environment: Record<string, string>, ...words: string[]): ServiceProcess {
  const started = startKbService(environment, ...words);
  children.push(started.child);
  return started;
}

describe('the process', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  afterAll(() => database.drop());

  async function startReady() {
    const started = startProcess({ KB_DATABASE_URL: database.url });
    return { ...started, port: await portOf(started) };
  }

  describe('configuration mistakes', () => {
    it.each([
      [{ KB_DATABASE_URL: UNREACHABLE, KB_PORT: 'http' }, /^KB_PORT must be a whole number, not "http"/],
      [{ KB_DATABASE_URL: UNREACHABLE }, /^KB_DATABASE_URL: connect ECONNREFUSED/],
    ])('stop it with one line that names the variable: %j', async (environment, line) => {
      const { complaint, exit, output } = startProcess(environment);
      output.resume();
      expect(await exit).toEqual([1, null]);
      expect(await complaint).toMatch(line);
      expect((await complaint).trim().split('\n')).toHaveLength(1);
      expect(await complaint).not.toContain('hunter2');
    });

    it('also do where the database accepts connections and does not answer', async () => {
      const silent = await startFaultyProxy(database.url);
      await silent.fail('hang');
      const { complaint, output } = startProcess({ KB_DATABASE_URL: silent.url });
      output.resume();
      expect(await complaint).toMatch(/^KB_DATABASE_URL: the server does not answer \([^\n]+\)\.\n$/);
      await silent.close();
    });

    it('are also found by --check-config', async () => {
      const environment = { KB_DATABASE_URL: UNREACHABLE, KB_PORT: 'http' };
      const { complaint, exit, output } = startProcess(environment, '--check-config');
      output.resume();
      expect(await exit).toEqual([1, null]);
      expect(await complaint).toMatch(/^KB_PORT must be/);
    });
  });

  it('prints its configuration with masked secrets, and misspelt variables, for --check-config', async () => {
    const environment = {
      KB_DATABASE_URL: UNREACHABLE,
      KB_SECRET: 'hunter2-hunter2-hunter2',
      MEILI_KEY: 'hunter2',
      KB_METRICS_POTR: '9411',
    };
    const { output, exit } = startProcess(environment, '--check-config');
    const shown = await text(output);
    expect(await exit).toEqual([0, null]);
    expect(shown).toContain('KB_DATABASE_URL=postgres://guidepost:********@127.0.0.1:1/kb\n');
    expect(shown).toContain('KB_SECRET=********\n');
    expect(shown).toContain('LOG_LEVEL=info\n');
    expect(shown).toMatch(/\nKB_METRICS_POTR is ignored: there is no such variable\n$/);
    expect(shown).not.toContain('hunter2');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends cleanly on %s', async (signal) => {
    const { child, exit, complaint, port, output } = await startReady();
    output.resume();
    await fetch(`http://127.0.0.1:${port}/healthz`);
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(await complaint).toBe('');
  });

  it('ends cleanly when its parent process is gone', async () => {
    const { child, exit, output } = await startReady();
    output.resume();
    child.disconnect();
    expect(await exit).toEqual([0, null]);
  });
});
