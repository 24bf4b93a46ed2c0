import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { currentTestRun, sharedServers } from './test-run.ts';
import { until } from './until.ts';

export interface TestDatabaseOptions {
  /** Equal names share a template within a test run. */
  template: string;
  /** Fills the empty database at `url`, once per test run; must close its connections. */
  prepare: (url: string) => Promise<void>;
  /** A database on another server than that of the test run. */
  serverUrl?: string;
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  const { prefix, serverUrl: usual } = currentTestRun();
  const { serverUrl = usual } = options;
  const template = `${prefix}${options.template}`;
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await administer(async (client) => {
    await ensureTemplate(client, template, () => options.prepare(databaseUrl(template, serverUrl)));
    await client.query(copy(name, template));
  }, serverUrl);
  return {
    url: databaseUrl(name, serverUrl),
    drop: () => administer((client) => dropDatabase(client, name), serverUrl),
  };
}

// Copying files takes half the time of writing each page to the write-ahead log, the default.
function copy(name: string, template: string): string {
  return `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)} strategy file_copy`;
}

// Jest's workers run concurrently: the first prepares, the others wait.
async function ensureTemplate(client: pg.Client, template: string, prepare: () => Promise<void>) {
  await client.query('select pg_advisory_lock(hashtext($1))', [template]);
  try {
    if (!(await isFinished(client, template))) await makeTemplate(client, template, prepare);
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [template]);
  }
}

// Set last, so that a template whose preparation failed is not used.
async function isFinished(client: pg.Client, template: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [
    template,
  ]);
  return rowCount === 1;
}

async function makeTemplate(client: pg.Client, template: string, prepare: () => Promise<void>) {
  const identifier = pg.escapeIdentifier(template);
  await client.query(`drop database if exists ${identifier} with (force)`);
  await client.query(`create database ${identifier} template template0`);
  await prepare();
  await client.query(`alter database ${identifier} is_template true`);
}

export async function administer<Result>(
  work: (client: pg.Client) => Promise<Result>,
  serverUrl = currentTestRun().serverUrl,
): Promise<Result> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`alter database ${pg.escapeIdentifier(name)} is_template false`);
  await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
}

function databaseUrl(name: string, serverUrl: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** The URL of the same database on the server of another URL. */
export function sameDatabaseOn(serverUrl: string, url: string): string {
  const there = new URL(serverUrl);
  there.pathname = new URL(url).pathname;
  return there.href;
}

/** Makes the database at `url` unreachable while `action` runs, even if it throws. */
export async function withDatabaseAway<Result>(url: string, action: () => Promise<Result>): Promise<Result> {
  const name = databaseName(url);
  return administer(async (client) => {
    await allowConnections(client, name, false);
    try {
      await cutConnections(client, name);
      return await action();
    } finally {
      await allowConnections(client, name, true);
      await untilPoolerConnects(url);
    }
  });
}

// A pooler refuses clients for a moment after its last attempt to connect has failed.
async function untilPoolerConnects(url: string): Promise<void> {
  const shared = sharedServers();
  if (!shared) return;
  const pooled = sameDatabaseOn(shared.poolerUrl, url);
  await until('the pooler connects again', () =>
    administer((client) => client.query('select 1'), pooled).catch(() => undefined),
  );
}

async function allowConnections(client: pg.Client, name: string, allowed: boolean): Promise<void> {
  await client.query(`alter database ${pg.escapeIdentifier(name)} allow_connections ${allowed}`);
}

// The second argument waits until the backend has ended.
async function cutConnections(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
    name,
  ]);
}
