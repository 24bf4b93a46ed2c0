import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { AppError, type Logger, logWaits, type WaitsFor } from '@guidepost/service-kit';
import { closeDatabase, type Database, type Executor, openDatabase } from '../connection/database.ts';
import { fromDatabaseError } from '../errors/database-error.ts';

export interface SchemaOptions {
  /** Shown in `pg_stat_activity`, as `guidepost <service> migrate`. */
  service: string;
  url: string;
  /** The environment variable of the URL, for error messages. */
  variable: string;
  /** See {@link migrate}. */
  migrations: readonly URL[];
  logger: Logger;
}

/**
 * Migrates a service's schema at start. Without the time limits of requests: migrating a large table, or waiting for
 * another instance, may take minutes.
 * @throws AppError `unavailable` in one line, with the server's or network's message, which contains no secrets
 */
export async function bringUpToDate(options: SchemaOptions): Promise<void> {
  const { service, url, variable, migrations, logger } = options;
  const database = openDatabase({
    url,
    poolSize: 1,
    applicationName: `guidepost ${service} migrate`,
    statementTimeout: 0,
  });
  try {
    const applied = await logWaits({ logger }, (waitsFor) => migrate(database, migrations, waitsFor));
    if (applied.length > 0) logger.info({ applied }, 'schema brought up to date');
  } catch (error) {
    throw explain(error, variable);
  } finally {
    await closeDatabase(database);
  }
}

function explain(error: unknown, variable: string): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const details = { cause: error };
  if ('code' in error) return new AppError('unavailable', `${variable}: ${error.message}`, details);
  // Errors of pg about failing connections have no code.
  return fromDatabaseError(error) === error
    ? error
    : new AppError('unavailable', `${variable}: the server does not answer (${error.message}).`, details);
}

interface Migration {
  name: string;
  text: string;
  digest: string;
}

/** `0001-what-it-does.sql`; the number determines the order. */
const MIGRATION_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/** An arbitrary constant, shared by all instances. */
const LOCK_KEY = 7_305_801_246;

const CREATE_TABLE = `
  create table if not exists schema_migrations (
    name text primary key,
    digest text not null,
    applied_at timestamptz not null default now()
  )`;

/**
 * Migrates the schema, forward only. Each migration is a transaction of its own, so that the locks of one are gone before
 * the next one starts, and a failure keeps what was applied before it. Instances may call it concurrently: they take turns
 * with the pending migrations. The lock ends with the transaction, which also works through PgBouncer.
 * With nothing pending it only reads, so no DDL privileges are needed. Unknown applied migrations are ignored: a newer
 * version is being rolled out.
 * @param directories a package's before those of the service that builds on it; names are unique among them all
 * @param waitsFor is told what it does, for the log
 * @returns the names of the migrations that this call applied
 * @throws AppError `internal` when another migration of the same name has been applied, `invalid` for another encoding
 */
export async function migrate(
  database: Database,
  directories: readonly URL[],
  waitsFor: WaitsFor = () => {},
): Promise<string[]> {
  const migrations = (await Promise.all(directories.map(readMigrations))).flat();
  const applied: string[] = [];
  waitsFor('the database');
  if ((await pendingMigrations(database, migrations)).length === 0) return applied;
  await requireUnicode(database);
  for (;;) {
    const name = await applyNext(database, migrations, waitsFor);
    if (name === undefined) return applied;
    applied.push(name);
  }
}

/** @returns the name of the migration, or undefined when none was pending */
function applyNext(
  database: Database,
  migrations: Migration[],
  waitsFor: WaitsFor,
): Promise<string | undefined> {
  return database.tx('migrate', async (transaction) => {
    await transaction.none('set local statement_timeout = 0; set local lock_timeout = 0');
    waitsFor('another process that updates the schema');
    await transaction.any('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    await transaction.none(CREATE_TABLE);
    const [next] = await pendingMigrations(transaction, migrations);
    if (!next) return undefined;
    const { name, text, digest } = next;
    waitsFor(`the migration ${name}`);
    await transaction.none({ text });
    await transaction.none('insert into schema_migrations (name, digest) values ($1, $2)', [name, digest]);
    return name;
  });
}

async function requireUnicode(database: Database): Promise<void> {
  const { server_encoding: encoding } = await database.one('show server_encoding');
  if (encoding !== 'UTF8')
    throw new AppError('invalid', `The database must have the encoding UTF8, not ${encoding}.`);
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => MIGRATION_NAME.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8');
      return { name, text, digest: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function pendingMigrations(executor: Executor, migrations: Migration[]): Promise<Migration[]> {
  const { present } = await executor.one(`select to_regclass('schema_migrations') is not null as present`);
  if (!present) return migrations;
  const rows = await executor.any<{ name: string; digest: string }>(
    'select name, digest from schema_migrations',
  );
  const applied = new Map(rows.map(({ name, digest }) => [name, digest]));
  return migrations.filter(({ name, digest }) => {
    const before = applied.get(name);
    if (before !== undefined && before !== digest) {
      const what = `Migration ${name} is not the one that was applied to this database`;
      throw new AppError('internal', `${what}: it was edited, or the database is another service's.`);
    }
    return before === undefined;
  });
}

/** Applied before those of a service, which name its tables. */
export const SHARED_MIGRATIONS = new URL('../../migrations/', import.meta.url);
