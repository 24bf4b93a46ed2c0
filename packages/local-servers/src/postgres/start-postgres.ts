import { dirname } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import type pg from 'pg';
import { explainDiskError } from '../programs/disk.ts';
import { withLock } from '../programs/lock.ts';
import { connectionLost, databaseUrl, endHold, ensureDatabase, holdServer, isInUse } from './connections.ts';
import { initialize, inspectData, readVersion } from './initialize.ts';
import { type Binaries, findBinaries, type Locations, locate, MAJOR_VERSION } from './locations.ts';
import { choosePrivileges } from './privileges.ts';
import { findServer, launchServer, type RunningServer, removeLeftovers, stopServer } from './server.ts';

export interface LocalPostgresOptions {
  /** The data directory, created if missing; log, lock and socket lie beside it under the same name. */
  directory: string;
  /** False turns fsync off, for disposable test data. */
  durable: boolean;
  /** True sets `wal_level = logical`, which moves of tenants need; PostgreSQL's own default is `replica`. */
  logical?: boolean;
  /** Programs of another major version, for data that it wrote. */
  programs?: { version: string; programs: Binaries };
}

export type Released = 'stopped' | 'still-in-use';

/** A hold on the PostgreSQL server of a data directory, which processes share. */
export interface LocalPostgres {
  readonly adopted: boolean;
  readonly processId: number;
  readonly log: string;
  /** Resolves when the hold ends: released, or because the server ended or dropped all connections. */
  readonly lost: Promise<void>;
  url(database: string): string;
  ensureDatabase(name: string): Promise<void>;
  /** Releases the hold, once; the server stops when it has no other clients. */
  release(): Promise<Released>;
}

interface Hold {
  server: RunningServer;
  connection: pg.Client;
  adopted: boolean;
}

/**
 * Starts PostgreSQL on `directory`, or adopts the server running there, no matter who started it. Neither Ctrl-C nor
 * the end of this process stops it; `release` does.
 * @throws AppError `unavailable`, one line for the terminal, when it cannot be started
 */
export async function startPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  try {
    const programs = options.programs ?? { version: MAJOR_VERSION, programs: await findBinaries() };
    const locations = await locate(options.directory);
    const hold = await withLock(locations.lock, async () => {
      return (await adopt(locations, programs.version)) ?? (await start(programs, locations, options));
    });
    return describeCluster(hold, locations);
  } catch (error) {
    throw explainDiskError(error, options.directory);
  }
}

async function adopt(locations: Locations, version: string): Promise<Hold | undefined> {
  await inspectData(locations.data, version);
  const server = await findServer(locations.data);
  const connection = server && (await holdServer(server));
  return connection && { server, connection, adopted: true };
}

async function start(
  { version, programs: binaries }: { version: string; programs: Binaries },
  locations: Locations,
  { durable, logical = false }: LocalPostgresOptions,
): Promise<Hold> {
  const data = await inspectData(locations.data, version);
  const owner = data.exists ? data.owner : undefined;
  const privileges = await choosePrivileges(binaries.postgres, dirname(locations.data), owner);
  const how = { privileges, durable, version, logical };
  if (!data.exists) await initialize(binaries.initdb, locations, how);
  await removeLeftovers(locations);
  const server = await launchServer(binaries.postgres, locations, how);
  const connection = await holdServer(server);
  if (!connection)
    throw new AppError('unavailable', `PostgreSQL was stopped while it was starting (see ${locations.log})`);
  return { server, connection, adopted: false };
}

function describeCluster({ server, connection, adopted }: Hold, locations: Locations): LocalPostgres {
  return {
    adopted,
    processId: server.processId,
    log: locations.log,
    lost: connectionLost(connection),
    url: (database) => databaseUrl(server, database),
    ensureDatabase: (name) => ensureDatabase(server, name),
    release: () => withLock(locations.lock, () => release(server, connection)),
  };
}

// Under the lock, so that the server cannot be adopted between checking its clients and stopping it.
async function release(server: RunningServer, hold: pg.Client): Promise<Released> {
  await endHold(hold);
  if (await isInUse(server)) return 'still-in-use';
  await stopServer(server);
  return 'stopped';
}

export interface StoppedCluster {
  data: string;
  /** The major version that wrote the data. */
  version: string;
  /** The one that runs here. */
  currentVersion: string;
}

/**
 * Calls `action` while no server runs on the data directory, and none can be started.
 * @throws AppError `unavailable`, one line, when one runs or there are no data
 */
export async function whileStopped<Result>(
  directory: string,
  action: (cluster: StoppedCluster) => Promise<Result>,
): Promise<Result> {
  const { data, lock } = await locate(directory);
  return withLock(lock, async () => {
    const version = await readVersion(data);
    if (await findServer(data))
      throw new AppError('unavailable', `PostgreSQL is running on ${data}: stop npm start first.`);
    return action({ data, version, currentVersion: MAJOR_VERSION });
  });
}
