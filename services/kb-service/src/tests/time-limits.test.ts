import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase, until } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { createLogger } from '@guidepost/service-kit/process';
import { openTestDatabase } from '@guidepost/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { createService } from '../service.ts';
import { writeContent } from '../testing/content.ts';
import { EXAMPLE } from '../testing/example.ts';
import { migrateDatabase } from '../testing/test-service.ts';

const HEADERS = { Accept: 'application/vnd.api+json' };

/** A statement of the service that waits for a lock. */
const WAITING = `
  select count(*) from pg_stat_activity
  where datname = current_database() and application_name = 'guidepost kb' and wait_event_type = 'Lock'`;

/** Like `WAITING`, but with a longer timeout than that of requests. */
const LONG_WAITING = `
  select exists (
    select from pg_stat_activity
    where datname = current_database() and application_name = 'guidepost kb migrate' and wait_event_type = 'Lock'
      and clock_timestamp() - query_start > interval '2.5 s'
  ) as found`;

describe('time limits of requests', () => {
  let cluster: TestDatabase;
  let database: Database;
  let context: Context;
  let server: Server;

  async function start(environment: Record<string, string>): Promise<void> {
    const config = readConfig({ KB_DATABASE_URL: cluster.url, LOG_LEVEL: 'silent', ...environment });
    context = createContext(config);
    server = createServer(createApp(context)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  }

  const send = (path: string) => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/knowledge/v1/help.example.com${path}`;
    return get(url, { headers: HEADERS, agent: false });
  };

  async function read(path: string) {
    const [answer] = (await once(send(path), 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  }

  async function untilWaiting(count: number): Promise<void> {
    await until(
      `${count} statements wait for a lock`,
      async () => (await database.one(WAITING)).count === count,
    );
  }

  /** Runs `action` while statements on guides wait for a lock. */
  const whileLocked = (action: () => Promise<void>) =>
    database.tx(async (transaction) => {
      await transaction.none('lock table guides in access exclusive mode');
      await action();
    });

  beforeEach(async () => {
    cluster = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
    database = openTestDatabase(cluster.url);
    await writeContent(database, EXAMPLE);
  });

  afterEach(async () => {
    server.close();
    await context.close();
    await closeDatabase(database);
    await cluster.drop();
  });

  it('cancel a slow statement on the server and answer 503 with Retry-After', async () => {
    await start({ KB_STATEMENT_TIMEOUT: '300' });
    await whileLocked(async () => {
      const answer = await read('/guides/31');
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
      expect(JSON.parse(answer.body).errors[0]).toMatchObject({ status: '503', code: 'unavailable' });
      await untilWaiting(0);
    });
    expect((await read('/guides/31')).status).toBe(200);
  });

  it('answer 503 when no connection is free, and recover', async () => {
    await start({ KB_DATABASE_POOL_SIZE: '1', KB_STATEMENT_TIMEOUT: '60000' });
    let first: ReturnType<typeof read> | undefined;
    await whileLocked(async () => {
      first = read('/guides/31');
      await untilWaiting(1);
      const second = await read('/tags');
      expect(second.status).toBe(503);
      expect(second.headers['retry-after']).toBe('5');
      expect(JSON.parse(second.body).errors[0]).toMatchObject({ status: '503', code: 'unavailable' });
    });
    expect((await first)?.status).toBe(200);
    expect((await read('/tags')).status).toBe(200);
  });

  it('cancel the work for a disconnected client', async () => {
    await start({ KB_DATABASE_POOL_SIZE: '1', KB_STATEMENT_TIMEOUT: '500' });
    await whileLocked(async () => {
      const request = send('/guides/31').on('error', () => {});
      await untilWaiting(1);
      request.destroy();
      await untilWaiting(0);
      // The only connection is free again.
      expect((await read('/tags')).status).toBe(200);
    });
  });
});

describe('starting', () => {
  it('waits for a migrating instance, longer than the timeout of requests', async () => {
    const empty = await createTestDatabase({ template: 'empty', prepare: async () => {} });
    const database = openTestDatabase(empty.url);
    const environment = { KB_DATABASE_URL: empty.url, KB_STATEMENT_TIMEOUT: '100', LOG_LEVEL: 'silent' };
    const ports = { HOST: '127.0.0.1', KB_PORT: '0', KB_METRICS_PORT: '0' };
    const service = createService(createContext(readConfig({ ...environment, ...ports })));
    let started: Promise<void> | undefined;
    const takenBack = database.tx(async (transaction) => {
      await transaction.none('create table schema_migrations (name text)');
      started = service.start();
      await until('the migration has waited longer than a request may', async () => {
        return (await database.one(LONG_WAITING)).found;
      });
      throw new Error('the other instance fails');
    });
    await expect(takenBack).rejects.toThrow('the other instance fails');
    await started;
    expect(await database.any('select name from schema_migrations')).not.toEqual([]);
    await service.stop();
    await closeDatabase(database);
    await empty.drop();
  });
});

describe('a client that does not read its answer', () => {
  /** Larger than the buffers of a connection. */
  const LARGE = {
    host: 'large.example.com',
    guides: Array.from({ length: 5 }, (_, id) => ({
      id: id + 1,
      slug: `g-${id}`,
      content: 'x'.repeat(1_500_000),
    })),
  };

  it('is disconnected after a timeout', async () => {
    const cluster = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
    const database = openTestDatabase(cluster.url);
    await writeContent(database, LARGE);
    const ready = Promise.withResolvers<number>();
    const ended = Promise.withResolvers<unknown>();
    const write = (line: string) => {
      const { msg, port, path, milliseconds } = JSON.parse(line);
      if (msg === 'ready') ready.resolve(port);
      if (msg === 'request') ended.resolve([path, milliseconds >= 300]);
    };
    const ports = { HOST: '127.0.0.1', KB_PORT: '0', KB_METRICS_PORT: '0' };
    const config = readConfig({ KB_DATABASE_URL: cluster.url, ...ports });
    const logger = createLogger({ service: 'kb', level: 'info', stream: { write } });
    const service = createService(createContext(config, { logger }), { stalled: 300 });
    await service.start();
    const path = `/knowledge/v1/${LARGE.host}/guides`;
    const socket = connect(await ready.promise, '127.0.0.1').pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: application/vnd.api+json\r\n\r\n`);
    expect(await ended.promise).toEqual([path, true]);
    socket.destroy();
    await service.stop();
    await closeDatabase(database);
    await cluster.drop();
  });
});
