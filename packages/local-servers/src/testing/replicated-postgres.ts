import { execFile } from 'node:child_process';
import { appendFile, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type LocalPostgres, startPostgres } from '../postgres/start-postgres.ts';
import { roomyFolder } from '../programs/disk.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** A server of the pair. */
export interface PairedPostgres {
  url(database: string): string;
  /** Executes a statement in the database `postgres`; returns the first column of its first row. */
  ask(statement: string): Promise<unknown>;
  /** Sends SIGKILL to the server, whose processes then end, as if the machine had failed. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface ReplicatedPostgres {
  primary: PairedPostgres;
  /** Streams from the primary, as `replica` in `pg_stat_replication`. */
  replica: PairedPostgres;
  /** Resolves when the replica has replayed all that the primary has written. */
  caughtUp(): Promise<void>;
  remove(): Promise<void>;
}

export interface ReplicatedPostgresOptions {
  databases: readonly string[];
  /** Fills the databases of the primary before the replica is made. */
  prepare: (url: (database: string) => string) => Promise<void>;
  /** True for measurements of what survives. */
  durable?: boolean;
}

/** A primary and a streaming replica for one test. The replica begins as a copy of the stopped primary's files. */
export async function startReplicatedPostgres(
  options: ReplicatedPostgresOptions,
): Promise<ReplicatedPostgres> {
  const { databases, prepare, durable = false } = options;
  const folder = await mkdtemp(join(await roomyFolder(), 'guidepost-replicated-'));
  await run('chmod', ['711', folder]);
  const directories = { primary: join(folder, 'primary'), replica: join(folder, 'replica') };
  const first = await startPostgres({ directory: directories.primary, durable });
  for (const name of databases) await first.ensureDatabase(name);
  await prepare((name) => first.url(name));
  const primaryUrl = new URL(first.url('postgres'));
  await first.release();
  await run('cp', ['-a', directories.primary, directories.replica]);
  await makeStandby(directories.replica, primaryUrl.searchParams.get('host') ?? '');
  const primary = await startPaired(directories.primary, durable);
  const replica = await startPaired(directories.replica, durable);
  return {
    primary,
    replica,
    caughtUp: () => untilCaughtUp(primary, replica),
    async remove() {
      // The replica first: a primary that stops waits for what it streams.
      await replica.kill();
      await primary.kill();
      await rm(folder, { recursive: true });
    },
  };
}

async function makeStandby(data: string, primarySocket: string): Promise<void> {
  const { uid, gid } = await stat(data);
  const signal = join(data, 'standby.signal');
  await writeFile(signal, '');
  await chown(signal, uid, gid);
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${primarySocket} port=5432 user=postgres application_name=replica'\n` +
      "wal_retrieve_retry_interval = '100ms'\n",
  );
}

async function startPaired(directory: string, durable: boolean): Promise<PairedPostgres> {
  let server: LocalPostgres = await startPostgres({ directory, durable });
  let runs = true;
  return {
    url: (database) => server.url(database),
    ask: (statement) => ask(server.url('postgres'), statement),
    async kill() {
      if (!runs) return;
      runs = false;
      process.kill(server.processId, 'SIGKILL');
      await until('the server has ended', () => !isRunning(server.processId));
    },
    async start() {
      server = await startPostgres({ directory, durable });
      runs = true;
    },
  };
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

async function untilCaughtUp(primary: PairedPostgres, replica: PairedPostgres): Promise<void> {
  const written = await primary.ask('select pg_current_wal_lsn()::text');
  const replayed = `select pg_last_wal_replay_lsn() >= '${written}'::pg_lsn`;
  await until(`the replica has replayed ${written}`, async () => (await replica.ask(replayed)) === true);
}
