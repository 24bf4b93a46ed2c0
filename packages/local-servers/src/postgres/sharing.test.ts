import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { locate, socketFile } from './locations.ts';
import { isPostmaster } from './pid-file.ts';
import { type LocalPostgres, startPostgres } from './start-postgres.ts';
import { type ClusterFolder, makeClusterFolder } from './testing/cluster-folder.ts';
import { type HolderProcess, spawnHolder } from './testing/holder-process.ts';
import { evaluate } from './testing/statements.ts';

let folder: ClusterFolder;
let directory: string;
const holders: HolderProcess[] = [];

beforeAll(async () => {
  folder = await makeClusterFolder();
});
beforeEach(async () => {
  directory = await folder.initialized();
});
afterEach(() => Promise.all(holders.splice(0).map((holder) => holder.kill())));
afterAll(() => folder.remove());

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
      "(select pid from pg_stat_activity where application_name = 'guidepost hold')",
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
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'guidepost hold'",
    );
    const ended = once(client, 'end');
    await client.end();
    await ended;
    expect(await cluster.release()).toBe('stopped');
  });
});
