import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '@guidepost/service-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { findBinaries, locate, MAJOR_VERSION, socketFile } from './locations.ts';
import { isPostmaster } from './server.ts';
import { type LocalPostgres, startPostgres } from './start-postgres.ts';
import {
  type ClusterFolder,
  evaluate,
  type HolderProcess,
  makeClusterFolder,
  run,
  spawnHolder,
} from './testing/clusters.ts';

let folder: ClusterFolder;

beforeAll(async () => {
  folder = await makeClusterFolder();
});
afterAll(() => folder.remove());

describe('a start', () => {
  async function valueOnCluster(
    options: { directory: string; durable: boolean },
    expression: string,
  ): Promise<unknown> {
    const cluster = await startPostgres(options);
    try {
      return await evaluate(cluster.url('postgres'), expression);
    } finally {
      await cluster.release();
    }
  }

  describe('startPostgres on a new directory', () => {
    it('creates a cluster and databases', async () => {
      const cluster = await startPostgres({ directory: await folder.newDirectory(), durable: false });
      await Promise.all([
        cluster.ensureDatabase('kb'),
        cluster.ensureDatabase('kb'),
        cluster.ensureDatabase('odd "name"'),
      ]);
      expect(cluster.adopted).toBe(false);
      expect(await evaluate(cluster.url('kb'), 'current_database()')).toBe('kb');
      expect(await evaluate(cluster.url('odd "name"'), 'current_database()')).toBe('odd "name"');
      expect(await cluster.release()).toBe('stopped');
    });

    it('recovers from an interrupted initdb, also below a path with spaces and non-ASCII letters', async () => {
      const directory = await folder.newDirectory('Mina dokument på svenska');
      await mkdir(`${directory}.unfinished/base`, { recursive: true });
      expect(await valueOnCluster({ directory, durable: false }, '1')).toBe(1);
    });

    it('uses an existing empty folder, also if its path is too long for a socket', async () => {
      const directory = await folder.newDirectory('long-'.repeat(25));
      await mkdir(directory);
      expect(await valueOnCluster({ directory, durable: false }, '1')).toBe(1);
    });
  });

  describe('the embedded server', () => {
    let cluster: LocalPostgres;

    beforeAll(async () => {
      cluster = await startPostgres({ directory: await folder.initialized(), durable: false });
    });
    afterAll(() => cluster.release());

    it.each([
      ["current_setting('server_encoding')", 'UTF8'],
      ["lower('ÅÄÖ ЖУК')", 'åäö жук'],
      ["to_tsvector('simple', 'Blå Ängen')::text", "'blå':1 'ängen':2"],
      ["current_setting('listen_addresses')", ''],
      ["current_setting('TimeZone')", 'UTC'],
    ])('answers %s with %j', async (expression, value) => {
      expect(await evaluate(cluster.url('postgres'), expression)).toBe(value);
    });

    it('finds trigrams in non-ASCII words', async () => {
      await run(cluster.url('postgres'), 'create extension pg_trgm');
      expect(await evaluate(cluster.url('postgres'), "similarity('Återställa', 'återställd') > 0.4")).toBe(
        true,
      );
    });

    it('has its own process group, which Ctrl-C does not reach', async () => {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'pgid=', '-p', String(cluster.processId)]);
      expect(Number(stdout)).toBe(cluster.processId);
    });
  });

  describe('durable', () => {
    it.each([
      { durable: true, setting: 'on' },
      { durable: false, setting: 'off' },
    ])('$durable sets synchronous commits: $setting', async ({ durable, setting }) => {
      const options = { directory: await folder.initialized(), durable };
      const settings = ['fsync', 'synchronous_commit', 'full_page_writes'].map(
        (name) => `current_setting('${name}')`,
      );
      expect(await valueOnCluster(options, settings.join(" || ' ' || "))).toBe(
        `${setting} ${setting} ${setting}`,
      );
    });
  });
});

describe('a shared server', () => {
  let directory: string;
  const holders: HolderProcess[] = [];

  beforeEach(async () => {
    directory = await folder.initialized();
  });
  afterEach(() => Promise.all(holders.splice(0).map((holder) => holder.kill())));

  function start(): Promise<LocalPostgres> {
    return startPostgres({ directory, durable: false });
  }

  function startElsewhere(): HolderProcess {
    const holder = spawnHolder(directory);
    holders.push(holder);
    return holder;
  }

  describe('starting a running cluster', () => {
    it('adopts the server of another process', async () => {
      const other = startElsewhere();
      const { processId } = await other.started;
      const cluster = await start();
      expect(cluster).toMatchObject({ adopted: true, processId });
      expect(await other.release()).toBe('still-in-use');
      expect(await cluster.release()).toBe('stopped');
    });

    it('adopts the server of a process that was killed', async () => {
      const other = startElsewhere();
      const { processId } = await other.started;
      await other.kill();
      const cluster = await start();
      expect(cluster).toMatchObject({ adopted: true, processId });
      expect(await cluster.release()).toBe('stopped');
    });

    it('lets two processes start at once on a new directory', async () => {
      directory = await folder.newDirectory();
      const both = [startElsewhere(), startElsewhere()];
      const started = await Promise.all(both.map((holder) => holder.started));
      expect(started.filter(({ adopted }) => adopted)).toHaveLength(1);
      expect(new Set(started.map(({ processId }) => processId)).size).toBe(1);
      const released = await Promise.all(both.map((holder) => holder.release()));
      expect(released.sort()).toEqual(['still-in-use', 'stopped']);
    });

    it('starts a new server after one that was killed', async () => {
      const other = startElsewhere();
      const { processId } = await other.started;
      process.kill(processId, 'SIGKILL');
      const cluster = await start();
      expect(cluster.adopted).toBe(false);
      expect(await cluster.release()).toBe('stopped');
    });
  });

  describe('a hold is lost', () => {
    it('when the server is killed, and the next start makes a new one', async () => {
      const cluster = await start();
      process.kill(cluster.processId, 'SIGKILL');
      await cluster.lost;
      const next = await start();
      expect(next).toMatchObject({ adopted: false, log: cluster.log });
      expect(next.url('postgres')).toBe(cluster.url('postgres'));
      expect(await next.release()).toBe('stopped');
    });

    it('when one of its processes is killed, and the next start adopts what recovers', async () => {
      const cluster = await start();
      const backend = await evaluate(
        cluster.url('postgres'),
        "(select pid from pg_stat_activity where application_name like 'guidepost hold %')",
      );
      process.kill(Number(backend), 'SIGKILL');
      await cluster.lost;
      const next = await start();
      expect(next).toMatchObject({ adopted: true, processId: cluster.processId });
      expect(await next.release()).toBe('stopped');
    });

    it('when it is released', async () => {
      const cluster = await start();
      await cluster.release();
      await expect(cluster.lost).resolves.toBeUndefined();
    });
  });

  describe('a stale pid file', () => {
    async function leaveBehind(processId: number): Promise<void> {
      const { socketFolder } = await locate(directory);
      const lines = [processId, directory, 1, 5432, socketFolder, '', '', 'ready   ', ''];
      await mkdir(socketFolder, { mode: 0o700 });
      await writeFile(join(directory, 'postmaster.pid'), lines.join('\n'));
      await writeFile(`${socketFile(socketFolder)}.lock`, lines.join('\n'));
    }

    async function expectToStart(): Promise<void> {
      const cluster = await start();
      expect(cluster.adopted).toBe(false);
      expect(await cluster.release()).toBe('stopped');
    }

    it('of a process that has ended is removed', async () => {
      await leaveBehind(2 ** 22); // one more than Linux's largest id
      await expectToStart();
    });

    it('that names a process other than PostgreSQL is removed', async () => {
      await leaveBehind(process.pid);
      await expectToStart();
    });

    it("that names another directory's PostgreSQL is removed", async () => {
      const other = await startPostgres({ directory: await folder.initialized(), durable: false });
      await leaveBehind(other.processId);
      await expectToStart();
      expect(await other.release()).toBe('stopped');
    });
  });

  describe('release', () => {
    it('stops the server when there are no other clients', async () => {
      const cluster = await start();
      expect(await cluster.release()).toBe('stopped');
      expect(await isPostmaster(cluster.processId, directory)).toBe(false);
    });

    it('leaves the server to a connection that stays', async () => {
      const cluster = await start();
      const client = new pg.Client(cluster.url('postgres'));
      await client.connect();
      expect(await cluster.release()).toBe('still-in-use');
      await client.end();
      expect(await (await start()).release()).toBe('stopped');
    });

    it('does nothing when the server has already been stopped', async () => {
      const cluster = await start();
      const other = startElsewhere();
      await other.started;
      process.kill(cluster.processId, 'SIGINT');
      expect(await cluster.release()).toBe('stopped');
      expect(await other.release()).toBe('stopped');
    });

    it('is not needed for the process to end', async () => {
      const other = startElsewhere();
      await other.started;
      expect(await other.forget()).toBe(0);
      const cluster = await start();
      expect(cluster.adopted).toBe(true);
      await cluster.release();
    });

    it('stops the server even if its own connection was lost', async () => {
      const cluster = await start();
      const client = new pg.Client(cluster.url('postgres'));
      await client.connect();
      await client.query(
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name like 'guidepost hold %'",
      );
      const ended = once(client, 'end');
      await client.end();
      await ended;
      expect(await cluster.release()).toBe('stopped');
    });
  });
});

describe('a start that fails', () => {
  const isRoot = process.getuid?.() === 0;

  async function failureOf(directory: string): Promise<string> {
    const error = await startPostgres({ directory, durable: false }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    const { kind, message } = error as AppError;
    expect(kind).toBe('unavailable');
    expect(message).not.toContain('\n');
    return message;
  }

  describe('startPostgres reports in one line', () => {
    it('that the data are of another version, and what to do', async () => {
      const directory = await folder.initialized();
      await writeFile(join(directory, 'PG_VERSION'), '17\n');
      const message = await failureOf(directory);
      expect(message).toContain(
        `${directory} holds data of PostgreSQL 17, but this is PostgreSQL ${MAJOR_VERSION}`,
      );
      expect(message).toContain('KB_DATABASE_URL');
    });

    it('that the folder contains something else', async () => {
      const directory = await folder.newDirectory();
      await mkdir(directory);
      await writeFile(join(directory, 'diary.txt'), '');
      expect(await failureOf(directory)).toContain(`${directory} is not empty but has no PostgreSQL data`);
    });

    it('why the server does not start and where its log is', async () => {
      const directory = await folder.initialized();
      await appendFile(join(directory, 'postgresql.conf'), 'nonsense = on\n');
      const message = await failureOf(directory);
      expect(message).toMatch(/^PostgreSQL did not start: .*postgresql\.conf/);
      expect(message).toContain(`${directory}.log`);
    });

    // Root can access everything.
    if (!isRoot) {
      it('that permission is missing', async () => {
        const directory = await folder.newDirectory();
        await chmod(dirname(directory), 0o500);
        expect(await failureOf(directory)).toContain('no permission');
        await chmod(dirname(directory), 0o700);
      });
    }
  });

  describe('findBinaries', () => {
    it('suggests WSL on Windows', async () => {
      await expect(findBinaries('win32')).rejects.toThrow('WSL');
    });

    it('suggests KB_DATABASE_URL on a platform without binaries', async () => {
      await expect(findBinaries('freebsd')).rejects.toThrow('KB_DATABASE_URL');
    });

    it('finds the expected version of PostgreSQL', async () => {
      const { postgres } = await findBinaries();
      const { stdout } = await promisify(execFile)(postgres, ['--version']);
      expect(stdout).toContain(`(PostgreSQL) ${MAJOR_VERSION}.`);
    });
  });
});
