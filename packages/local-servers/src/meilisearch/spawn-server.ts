import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { bareEnvironment, openLog, TIED_TO_US } from '../programs/child-programs.ts';
import { hasCode } from '../programs/system-errors.ts';
import type { Locations } from './data-folder.ts';

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
    if (!hasCode(error, 'ESRCH')) throw error; // gone already
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
