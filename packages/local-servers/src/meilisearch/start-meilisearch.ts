import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AppError } from '@guidepost/service-kit';
import { anyFreePort, commandLine, requireFreePort } from '../programs/child-programs.ts';
import { explainDiskError, unlessMissing } from '../programs/disk.ts';
import { withLock } from '../programs/lock.ts';
import {
  dropOtherVersion,
  type Locations,
  locate,
  masterKey,
  type ServerProcess,
  spawnServer,
} from './server.ts';

const POLL_MILLISECONDS = 20;

const END_TIMEOUT_MILLISECONDS = 3_000;

const START_TIMEOUT_MILLISECONDS = 60_000;

const ANSWER_MILLISECONDS = 5_000;

const run = promisify(execFile);

/** The oldest version with everything that our searches use. */
const OLDEST = { major: 1, minor: 48 };

export interface LocalMeilisearchOptions {
  program: string;
  /** The folder for data and key, created if missing; log and lock lie beside it under the same name. */
  directory: string;
  port?: number;
}

export interface LocalMeilisearch {
  readonly url: string;
  /** The master key, stable per folder. */
  readonly key: string;
  readonly version: string;
  /** The version whose data were removed, since this one cannot read them. */
  readonly dropped: string | undefined;
  readonly data: string;
  readonly processId: number;
  /** Resolves when the server has ended for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Meilisearch on `directory` and waits until it answers. It ignores Ctrl-C; it ends by `stop` or with this
 * process.
 * @throws AppError `unavailable`, one line for the terminal, when it does not start
 */
export async function startMeilisearch(options: LocalMeilisearchOptions): Promise<LocalMeilisearch> {
  const version = await programVersion(options.program);
  try {
    const locations = await locate(options.directory);
    return await withLock(locations.lock, async () => ({
      version,
      dropped: await makeRoom(locations, version),
      data: locations.data,
      ...(await launch(locations, options)),
    }));
  } catch (error) {
    throw explainDiskError(error, options.directory);
  }
}

async function makeRoom(locations: Locations, version: string): Promise<string | undefined> {
  await untilNoneRuns(locations);
  return dropOtherVersion(locations.data, version);
}

async function launch(locations: Locations, { program, port: wanted }: LocalMeilisearchOptions) {
  if (wanted !== undefined) await requireFreePort(wanted, 'Meilisearch');
  const port = wanted ?? (await anyFreePort());
  const key = await masterKey(locations.key);
  const url = `http://127.0.0.1:${port}`;
  const server = await spawnServer({ program, locations, port, key });
  await untilReady(server, { url, key });
  return { url, key, processId: server.processId, ended: server.ended, stop: server.stop };
}

/**
 * The program's version, such as `1.50.0`.
 * @throws AppError `unavailable`, one line naming the program, when it does not run here or is too old
 */
async function programVersion(program: string): Promise<string> {
  const said = await ask(program);
  const [, version, major, minor] = /^meilisearch ((\d+)\.(\d+)\.\S+)/.exec(said) ?? [];
  if (!version) throw new AppError('unavailable', `${program} is not Meilisearch.`);
  const isOld = Number(major) === OLDEST.major ? Number(minor) < OLDEST.minor : Number(major) < OLDEST.major;
  if (isOld) {
    const oldest = `${OLDEST.major}.${OLDEST.minor}`;
    throw new AppError('unavailable', `${program} is Meilisearch ${version}: it must be ${oldest} or newer.`);
  }
  return version;
}

async function ask(program: string): Promise<string> {
  try {
    return (await run(program, ['--version'])).stdout;
  } catch (cause) {
    const machine = `${process.platform} ${process.arch}`;
    throw new AppError('unavailable', `${program} does not run on ${machine}: ${reasonOf(cause)}`, { cause });
  }
}

// The program's output, else the system error. The shell runs programs for other machines and complains about their
// bytes.
function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return stderr?.trim().split('\n').at(-1) || message;
}

/**
 * Waits until no server runs on the data; one may for a moment after its parent was killed.
 * @throws AppError `unavailable` if it keeps running: two servers would corrupt the data
 */
async function untilNoneRuns({ data, processId: file }: Locations): Promise<void> {
  const deadline = Date.now() + END_TIMEOUT_MILLISECONDS;
  const processId = Number.parseInt(await unlessMissing(readFile(file, 'utf8'), '0'), 10);
  while (await isServer(processId, data)) {
    if (Date.now() > deadline)
      throw new AppError('unavailable', `Meilisearch already runs on ${data} (process ${processId}).`);
    await delay(POLL_MILLISECONDS);
  }
}

/** Whether the process is a Meilisearch on this data; its id may have been reused. */
async function isServer(processId: number, data: string): Promise<boolean> {
  return processId > 0 && `${await commandLine(processId)} `.includes(` --db-path ${data} `);
}

/** Waits until the server answers. Throws `unavailable` with its last output if it does not. */
async function untilReady(server: ServerProcess, at: { url: string; key: string }): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MILLISECONDS;
  const ended = server.ended.then(() => true);
  while (!(await answers(at))) {
    if (Date.now() > deadline) await server.stop();
    if (await Promise.race([ended, delay(POLL_MILLISECONDS, false)]))
      throw new AppError(
        'unavailable',
        `Meilisearch did not start: ${lastWords(await server.written())} (see ${server.log})`,
      );
  }
}

// Unlike /health, this needs the key, so no other server on our port can pass.
async function answers({ url, key }: { url: string; key: string }): Promise<boolean> {
  try {
    const response = await fetch(`${url}/version`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

// A stack trace follows the error.
function lastWords(log: string): string {
  const lines = log.trim().split('\n');
  const line = lines.findLast((text) => text.startsWith('Error: ')) ?? lines.at(-1) ?? '';
  return line.replace(/^Error: /, '') || 'it ended without output';
}
