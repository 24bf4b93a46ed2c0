import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { administer, databaseUrl, dropDatabase } from './administration.ts';
import { currentTestRun } from './test-run.ts';

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
