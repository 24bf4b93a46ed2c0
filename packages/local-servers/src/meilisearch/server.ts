import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { bareEnvironment, openLog, TIED_TO_US } from '../programs/child-programs.ts';
import { hasCode, unlessMissing } from '../programs/disk.ts';

export interface ServerStart {
  program: string;
  locations: Locations;
  port: number;
  key: string;
}

export interface ServerProcess {
  processId: number;
  log: string;
  written(): Promise<string>;
  ended: Promise<void>;
  /** Resolves when it has ended: on SIGTERM, or SIGKILL after a timeout. */
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MILLISECONDS = 20_000;

export async function spawnServer(start: ServerStart): Promise<ServerProcess> {
  const { program, locations } = start;
  const log = await openLog(locations.log);
  const logStart = (await log.stat()).size;
  const child = spawn('/bin/sh', ['-c', TIED_TO_US, 'sh', program, ...serverArguments(start)], {
    cwd: locations.directory,
    // Arguments are visible to other users, so the key is not one.
    env: { ...bareEnvironment(), MEILI_MASTER_KEY: start.key, NO_COLOR: '1' },
    // Its own process group: Ctrl-C reaches only us, so that we can stop it after its clients.
    detached: true,
    stdio: ['pipe', log.fd, log.fd],
  });
  const ended = endOf(child);
  await log.close();
  child.unref();
  const processId = child.pid ?? 0;
  await writeFile(locations.processId, `${processId}\n`);
  const written = async () => (await readFile(locations.log)).subarray(logStart).toString('utf8');
  return { processId, log: locations.log, written, ended, stop: () => stop(child, ended) };
}

// The watching process keeps the group alive after the server has ended, so its id cannot have been reused.
async function endOf(child: ChildProcess): Promise<void> {
  await once(child, 'exit');
  signal(-(child.pid ?? 0), 'SIGKILL');
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.ref();
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MILLISECONDS);
  await ended;
  clearTimeout(killTimer);
}

function signal(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error; // it has ended already
  }
}

// Production mode has no search page that asks for the key, and WARN logs no searches. The memory limit suits laptops;
// the default, two thirds of the memory, is no faster.
function serverArguments({ locations, port }: ServerStart): string[] {
  const settings = {
    'db-path': locations.data,
    'dump-dir': locations.dumps,
    'snapshot-dir': locations.snapshots,
    'http-addr': `127.0.0.1:${port}`,
    env: 'production',
    'log-level': 'WARN',
    'max-indexing-memory': '256MiB',
  };
  return [...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]), '--no-analytics'];
}

/** The files of one server; lock and log lie beside its folder. */
export interface Locations {
  /** Private, since it contains the key. */
  directory: string;
  /** Meilisearch's own data, which can be rebuilt from our databases. */
  data: string;
  dumps: string;
  snapshots: string;
  key: string;
  processId: string;
  lock: string;
  log: string;
}

/** The locations for `directory`, which is created with mode 0700; symbolic links are resolved. */
export async function locate(wanted: string): Promise<Locations> {
  const parent = dirname(resolve(wanted));
  await mkdir(parent, { recursive: true });
  const directory = join(await realpath(parent), basename(wanted));
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    directory,
    data: join(directory, 'data'),
    dumps: join(directory, 'dumps'),
    snapshots: join(directory, 'snapshots'),
    key: join(directory, 'key'),
    processId: join(directory, 'process-id'),
    lock: `${directory}.lock`,
    log: `${directory}.log`,
  };
}

/** Meilisearch requires at least 16 bytes. */
const BYTES = 32;

/** The master key in the file, which is created with mode 0600 if missing. */
export async function masterKey(file: string): Promise<string> {
  const known = await unlessMissing(readFile(file, 'utf8'), '');
  if (known) return known.trim();
  const key = randomBytes(BYTES).toString('base64url');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}

/**
 * Removes data of another version, on which Meilisearch would not start; services then rebuild their index. Resolves
 * with that version, or undefined.
 * @throws AppError `unavailable` when the folder contains something else
 */
export async function dropOtherVersion(data: string, version: string): Promise<string | undefined> {
  // Renamed first, so that an interrupted removal leaves nothing that looks like data.
  const aside = `${data}.dropped`;
  await rm(aside, { recursive: true, force: true });
  const held = await heldVersion(data);
  if (held === undefined || held === version) return undefined;
  await rename(data, aside);
  await rm(aside, { recursive: true });
  return held;
}

async function heldVersion(data: string): Promise<string | undefined> {
  const entries = await unlessMissing(readdir(data), []);
  if (entries.includes('VERSION')) return (await readFile(join(data, 'VERSION'), 'utf8')).trim();
  if (entries.length === 0) return undefined;
  throw new AppError('unavailable', `${data} is not empty but has no Meilisearch data: move it away.`);
}
