import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { bareEnvironment, openLog } from '../programs/child-programs.ts';
import { hasCode } from '../programs/system-errors.ts';
import type { Locations } from './data-folder.ts';

/**
 * Becomes the program, and leaves a process behind that ends it when our end of the pipe is closed: when we end, and be
 * it by a kill -9.
 */
const TIED_TO_US = 'exec 3<&0 </dev/null; (read -r _ <&3; kill "$$" 2>/dev/null) & exec "$@" 3<&-';

/** What a server is started with. */
export interface ServerStart {
  program: string;
  locations: Locations;
  port: number;
  key: string;
}

/** A server that was started, whether it answers yet or not. */
export interface ServerProcess {
  processId: number;
  log: string;
  /** What it has written to its log since it was started. */
  written(): Promise<string>;
  /** Resolves when it is gone, however it came to its end. */
  ended: Promise<void>;
  /** Resolves when it is gone: a moment after SIGTERM, or at once by SIGKILL when it takes too long. */
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MILLISECONDS = 20_000;

/** Starts the program, its log going to its file. */
export async function spawnServer(start: ServerStart): Promise<ServerProcess> {
  const { program, locations } = start;
  const log = await openLog(locations.log);
  const logStart = (await log.stat()).size;
  const child = spawn('/bin/sh', ['-c', TIED_TO_US, 'sh', program, ...serverArguments(start)], {
    cwd: locations.directory,
    // The key is no argument, which everybody could read.
    env: { ...bareEnvironment(), MEILI_MASTER_KEY: start.key, NO_COLOR: '1' },
    // Its own process group, so that Ctrl-C reaches us alone and we stop it after those who search with it.
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

// The group outlives the server by the process that waits for our end; nobody gets its id before that is gone, too.
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

// Production has no page to search by hand, which would ask for the key. Warnings only: else every search is a line. Small
// enough for a laptop: without the limit it takes two thirds of the memory to index, and is no faster.
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
