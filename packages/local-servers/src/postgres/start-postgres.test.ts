import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LocalPostgres, startPostgres } from './start-postgres.ts';
import { type ClusterFolder, makeClusterFolder } from './testing/cluster-folder.ts';
import { evaluate, run } from './testing/statements.ts';

let folder: ClusterFolder;

beforeAll(async () => {
  folder = await makeClusterFolder();
});
afterAll(() => folder.remove());

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

  it('recovers from an interrupted initdb', async () => {
    const directory = await folder.newDirectory();
    await mkdir(`${directory}.unfinished/base`, { recursive: true });
    expect(await valueOnCluster({ directory, durable: false }, '1')).toBe(1);
  });

  it('uses an existing empty folder', async () => {
    const directory = await folder.newDirectory();
    await mkdir(directory);
    expect(await valueOnCluster({ directory, durable: false }, '1')).toBe(1);
  });

  it('accepts a path that is too long for a socket', async () => {
    const directory = await folder.newDirectory('long-'.repeat(25));
    expect(await valueOnCluster({ directory, durable: false }, '1')).toBe(1);
  });

  it('accepts a path with spaces and non-ASCII letters', async () => {
    const directory = await folder.newDirectory('Mina dokument på svenska');
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
