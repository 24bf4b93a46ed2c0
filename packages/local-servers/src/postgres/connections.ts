import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { hasCode } from '../programs/system-errors.ts';
import { PORT } from './locations.ts';
import type { RunningServer } from './pid-file.ts';
import { isPostmaster } from './pid-file.ts';

// The name under which every process that uses a cluster keeps a connection open; see `release`.
const HOLD_NAME = 'guidepost hold';

const POLL_MILLISECONDS = 20;
const KILLED_MILLISECONDS = 200;
const STRAGGLER_MILLISECONDS = 2_000;

/** The URL of one of the server's databases, for pg and for libpq. */
export function databaseUrl(server: RunningServer, database: string): string {
  // Port and sslmode are named so that a PGPORT or PGSSLMODE in somebody's environment changes nothing.
  const parameters = `host=${encodeURIComponent(server.socketFolder)}&sslmode=disable`;
  return `postgresql://postgres@localhost:${PORT}/${encodeURIComponent(database)}?${parameters}`;
}

/** Connects, waiting while the server starts or recovers; undefined when it turns out to be stopping. */
async function connectUnlessGone(server: RunningServer, name: string): Promise<pg.Client | undefined> {
  for (;;) {
    const client = new pg.Client({
      connectionString: databaseUrl(server, 'postgres'),
      application_name: name,
    });
    // A connection that breaks later says so on its next query; without a listener it would end the process.
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

/** Opens the connection that keeps the server up; it does not keep our own process up. */
export async function holdServer(server: RunningServer): Promise<pg.Client | undefined> {
  const hold = await connectUnlessGone(server, HOLD_NAME);
  if (hold) socketOf(hold).unref();
  return hold;
}

/** Resolves when the connection has ended, on either side. */
export function connectionLost(connection: pg.Client): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  connection.once('end', resolve);
  if (socketOf(connection).destroyed) resolve();
  return promise;
}

/** Ends what `holdServer` opened. */
export async function endHold(hold: pg.Client): Promise<void> {
  socketOf(hold).ref();
  await hold.end();
}

/** Whether anybody is connected to the server; nobody is to one that is gone. */
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

// Connections get a moment to go away: those of a service that has just ended, and the hold of one that was killed,
// are closed before PostgreSQL has noticed.
async function seesOthers(observer: pg.Client): Promise<boolean> {
  const began = Date.now();
  for (;;) {
    const { holds, connections } = await countOthers(observer);
    if (connections === 0) return false;
    const grace = holds > 0 ? KILLED_MILLISECONDS : STRAGGLER_MILLISECONDS;
    if (Date.now() > began + grace) return true;
    await delay(POLL_MILLISECONDS);
  }
}

async function countOthers(client: pg.Client): Promise<{ holds: number; connections: number }> {
  const { rows } = await client.query<{ holds: number; connections: number }>(
    `select count(*) filter (where application_name = $1)::int as holds, count(*)::int as connections
     from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    [HOLD_NAME],
  );
  return rows[0] ?? { holds: 0, connections: 0 };
}

// pg's types know a stream only, for those who bring their own; we bring none.
function socketOf(client: pg.Client): Socket {
  return client.connection.stream as Socket;
}

// Starting up, shutting down, or the moment between the two when there is no socket; and pg's own words, which have no
// code, for a server that hangs up.
function isPassing(error: unknown): boolean {
  if (error instanceof Error && error.message === 'Connection terminated unexpectedly') return true;
  return hasCode(error, '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE');
}

/** Creates the database unless it exists. */
export async function ensureDatabase(server: RunningServer, name: string): Promise<void> {
  const client = new pg.Client(databaseUrl(server, 'postgres'));
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    // Somebody else made it meanwhile: duplicate_database, or the unique index behind it.
    if (!hasCode(error, '42P04', '23505')) throw error;
  } finally {
    await client.end();
  }
}
