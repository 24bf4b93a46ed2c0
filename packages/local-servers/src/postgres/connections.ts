import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { commandLine } from '../programs/child-programs.ts';
import { hasCode } from '../programs/disk.ts';
import { PORT } from './locations.ts';
import { isPostmaster, type RunningServer } from './server.ts';

// Application name of the connection that each process using a cluster keeps open, before the process's number; see
// `release`.
const HOLD_NAME = 'guidepost hold';

const POLL_MILLISECONDS = 20;
const KILLED_MILLISECONDS = 200;
const STRAGGLER_MILLISECONDS = 2_000;

/** The URL of a database, for pg and for libpq. */
export function databaseUrl(server: RunningServer, database: string): string {
  // Explicit, so that PGPORT and PGSSLMODE have no effect.
  const parameters = `host=${encodeURIComponent(server.socketFolder)}&sslmode=disable`;
  return `postgresql://postgres@localhost:${PORT}/${encodeURIComponent(database)}?${parameters}`;
}

/** Waits while the server starts or recovers; undefined if it is stopping. */
async function connectUnlessGone(server: RunningServer, name: string): Promise<pg.Client | undefined> {
  for (;;) {
    const client = new pg.Client({
      connectionString: databaseUrl(server, 'postgres'),
      application_name: name,
    });
    // Without a listener, a lost connection would end the process; the next query reports it anyway.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (!(await isPostmaster(server.processId, server.data))) return undefined;
    }
    await delay(POLL_MILLISECONDS);
  }
}

export async function holdServer(server: RunningServer): Promise<pg.Client | undefined> {
  const hold = await connectUnlessGone(server, `${HOLD_NAME} ${process.pid}`);
  if (hold) socketOf(hold).unref();
  return hold;
}

export function connectionLost(connection: pg.Client): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  connection.once('end', resolve);
  if (socketOf(connection).destroyed) resolve();
  return promise;
}

export async function endHold(hold: pg.Client): Promise<void> {
  socketOf(hold).ref();
  await hold.end();
}

export async function isInUse(server: RunningServer): Promise<boolean> {
  for (;;) {
    const observer = await connectUnlessGone(server, 'guidepost release');
    if (!observer) return false;
    try {
      return await seesOthers(observer);
    } catch (error) {
      if (!isPassing(error)) throw error;
    } finally {
      await observer.end();
    }
  }
}

// Closed connections need a moment to disappear: those of a service that has just ended, or the hold of a killed
// process. Who releases a hold waits until it has, so the hold of a living process is in use.
async function seesOthers(observer: pg.Client): Promise<boolean> {
  const began = Date.now();
  for (;;) {
    const { holders, connections } = await findOthers(observer);
    if (connections === 0) return false;
    const commands = await Promise.all(holders.map(commandLine));
    if (commands.some((command) => command !== '')) return true;
    const grace = holders.length > 0 ? KILLED_MILLISECONDS : STRAGGLER_MILLISECONDS;
    if (Date.now() > began + grace) return true;
    await delay(POLL_MILLISECONDS);
  }
}

async function findOthers(client: pg.Client): Promise<{ holders: number[]; connections: number }> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  const holds = rows.filter(({ name }) => name.startsWith(HOLD_NAME));
  return {
    holders: holds.map(({ name }) => Number(name.slice(HOLD_NAME.length))),
    connections: rows.length,
  };
}

// pg's types allow for custom streams.
function socketOf(client: pg.Client): Socket {
  return client.connection.stream as Socket;
}

// The server starts, stops or has no socket yet; pg gives no code when the server hangs up.
function isPassing(error: unknown): boolean {
  if (error instanceof Error && error.message === 'Connection terminated unexpectedly') return true;
  return hasCode(error, '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE');
}

export async function ensureDatabase(server: RunningServer, name: string): Promise<void> {
  const client = new pg.Client(databaseUrl(server, 'postgres'));
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // Another process was faster: duplicate_database, or the unique index behind it.
    if (!hasCode(error, '42P04', '23505')) throw error;
  } finally {
    await client.end();
  }
}
