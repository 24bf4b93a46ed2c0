import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, lstat, mkdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';
import { bareEnvironment, commandLine, openLog } from '../programs/child-programs.ts';
import { hasCode, unlessMissing } from '../programs/disk.ts';
import { type Locations, PORT, socketFile } from './locations.ts';
import { type Privileges, withPrivileges } from './privileges.ts';

export interface RunningServer {
  processId: number;
  data: string;
  socketFolder: string;
  /** False while it starts, recovers or stops. */
  ready: boolean;
}

const POLL_MILLISECONDS = 10;
const STOP_TIMEOUT_MILLISECONDS = 60_000;

/** Waits until the server accepts connections. Throws `unavailable` with its last output if it does not. */
export async function launchServer(
  postgres: string,
  locations: Locations,
  how: ServerSettings & { privileges: Privileges },
): Promise<RunningServer> {
  await makeSocketFolder(locations.socketFolder, how.privileges);
  const log = await openLog(locations.log);
  try {
    const logStart = (await log.stat()).size;
    const command = withPrivileges(how.privileges, postgres, serverArguments(locations, how));
    const child = spawn(command.command, command.arguments, {
      ...command.options,
      cwd: dirname(locations.data),
      env: bareEnvironment(),
      // Its own process group: Ctrl-C reaches only us, so that we can stop it after its clients.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.unref();
    return await untilReady(child, locations, logStart);
  } finally {
    await log.close();
  }
}

export async function stopServer(server: RunningServer): Promise<void> {
  askToStop(server.processId);
  const deadline = Date.now() + STOP_TIMEOUT_MILLISECONDS;
  while (await isPostmaster(server.processId, server.data)) {
    if (Date.now() > deadline) {
      throw new AppError('unavailable', `PostgreSQL (process ${server.processId}) did not stop.`);
    }
    await delay(POLL_MILLISECONDS);
  }
  await rmdir(server.socketFolder).catch(() => {}); // harmless if it stays
}

function askToStop(processId: number): void {
  try {
    process.kill(processId, 'SIGINT');
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error; // it has ended already
  }
}

export interface ServerSettings {
  durable: boolean;
  version: string;
  /** Whether tables can be replicated to other databases. */
  logical: boolean;
}

// Sized for laptops; nothing is stored in the data directory, so newer versions may change the settings.
function serverArguments(locations: Locations, { durable, version, logical }: ServerSettings): string[] {
  const settings = {
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: locations.socketFolder,
    unix_socket_permissions: '0700',
    // Several test files at once, each with a service or two.
    max_connections: durable ? 100 : 200,
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    ...(Number(version) >= 18 && { io_method: 'sync' }),
    ...(logical && { wal_level: 'logical' }),
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  return [
    '-D',
    locations.data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

// Access to this folder gives superuser access to the database, so it must be ours.
async function makeSocketFolder(folder: string, { account }: Privileges): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const ours = found.uid === process.getuid?.() || found.uid === account?.uid;
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
    throw new AppError('unavailable', `${folder} must be accessible only to you: remove it.`);
  }
  if (account) await chown(folder, account.uid, account.gid);
}

async function untilReady(
  child: ChildProcess,
  locations: Locations,
  logStart: number,
): Promise<RunningServer> {
  const ended = once(child, 'exit').then(
    () => true,
    () => true, // the program could not be started
  );
  for (;;) {
    if (await Promise.race([ended, delay(POLL_MILLISECONDS, false)]))
      throw await startFailure(locations.log, logStart);
    const server = await findServer(locations.data);
    if (server?.ready) return server;
  }
}

/** Reads the log from byte `start` on. */
async function startFailure(log: string, start: number): Promise<AppError> {
  const written = (await readFile(log)).subarray(start).toString('utf8');
  return new AppError('unavailable', `PostgreSQL did not start: ${lastWords(written)} (see ${log})`);
}

// Only hints and shutdown messages follow the fatal line.
function lastWords(log: string): string {
  const lines = log.trim().split('\n');
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC): /.test(line));
  const line = fatal ?? lines.at(-1) ?? '';
  return line.replace(/^.*\b(FATAL|PANIC): +/, '') || 'it ended without output';
}

export async function findServer(data: string): Promise<RunningServer | undefined> {
  const lines = (await unlessMissing(readFile(pidFile(data), 'utf8'), '')).split('\n');
  const processId = Number(lines[0]);
  if (!Number.isInteger(processId) || processId <= 0) return undefined;
  if (!(await isPostmaster(processId, data))) return undefined;
  return { processId, data, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/**
 * Removes the files of a killed server: PostgreSQL does not start if another process of the same user has reused their
 * id. Call under the lock, and only if `findServer` found nothing.
 */
export async function removeLeftovers(locations: Locations): Promise<void> {
  const socket = socketFile(locations.socketFolder);
  for (const file of [pidFile(locations.data), socket, `${socket}.lock`]) await rm(file, { force: true });
}

function pidFile(data: string): string {
  return join(data, 'postmaster.pid');
}

/** Whether the process is a PostgreSQL server on this data; its id may have been reused. */
export async function isPostmaster(processId: number, data: string): Promise<boolean> {
  const command = await commandLine(processId);
  return /^\S*postgres\b/.test(command) && `${command} `.includes(` -D ${data} `);
}
