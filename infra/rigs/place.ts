import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { anyFreePort, commandLine, type LocalPostgresOptions, startPostgres } from '@guidepost/local-servers';
import { until } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { type FaultyProxy, openTestDatabase, startFaultyProxy } from '@guidepost/testing';

export type ServiceName = 'kb' | 'forum';

/** Where a scenario takes place. All that is started there ends with it. */
export interface Place {
  /** For databases, files and logs. */
  folder: string;
  servers: AsyncDisposableStack;
}

export interface Postgres {
  url(database: string): string;
  ensureDatabase(name: string): Promise<void>;
  /** Ends it as a power failure would. */
  kill(): Promise<void>;
  /** Unless it runs; resolves once it accepts connections. */
  start(): Promise<void>;
}

/** Starts PostgreSQL with these databases, the embedded one unless there are other programs. */
export async function startDatabases(
  { folder, servers }: Place,
  names: readonly string[],
  options: Partial<LocalPostgresOptions> = {},
): Promise<Postgres> {
  const start = () => startPostgres({ directory: join(folder, 'postgres'), durable: false, ...options });
  let running = await start();
  const runs = async () => (await commandLine(running.processId)) !== '';
  servers.defer(async () => {
    if (await runs()) await running.release();
  });
  for (const name of names) await running.ensureDatabase(name);
  return {
    url: (database) => running.url(database),
    ensureDatabase: (name) => running.ensureDatabase(name),
    async kill() {
      process.kill(running.processId, 'SIGKILL');
      await until('PostgreSQL has ended', async () => !(await runs()));
    },
    async start() {
      if (!(await runs())) running = await start();
    },
  };
}

export function openDatabaseOf({ servers }: Place, url: string): Database {
  const database = openTestDatabase(url);
  servers.defer(() => closeDatabase(database));
  return database;
}

export interface Memory {
  residentBytes: number;
  heapBytes: number;
  peakBytes: number;
}

/** The resources that a process has used since it was asked before. */
export interface Load {
  cpuMilliseconds: number;
  /** Milliseconds; measured from the first question on. */
  longestStall: number;
}

/** A service in a process of its own. */
export interface Service {
  name: ServiceName;
  port: number;
  origin: string;
  /** The file of its log. */
  log: string;
  /** Starts it again on its port; resolves once it is ready. */
  start(): Promise<void>;
  /** Resolves with the exit code once it has ended. */
  stop(signal?: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** The text of `/metrics`. */
  metrics(): Promise<string>;
  /** After collecting garbage, with `--expose-gc`. */
  memory(): Promise<Memory>;
  load(): Promise<Load>;
}

export interface ServiceOptions {
  /** Built, and with the settings of its image; otherwise from its source. */
  built?: boolean;
  /** Further ones for Node.js. */
  flags?: readonly string[];
}

const READY_SECONDS = 120;
const SMALL_HEAP = ['--max-semi-space-size=4', '--heap-growing-percent=40'];
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };
const PRELOAD = ['--import', new URL('./measured-process.mjs', import.meta.url).href];

/** Starts a service with exactly these environment variables, without limits on posts by default. */
export async function startService(
  { folder, servers }: Place,
  name: ServiceName,
  environment: Record<string, string>,
  { built = false, flags = [] }: ServiceOptions = {},
): Promise<Service> {
  const [port, metricsPort] = [await anyFreePort(), await anyFreePort()];
  const log = join(folder, `${name}-service.log`);
  const prefix = name.toUpperCase();
  const main = new URL(
    `../../services/${name}-service/${built ? 'dist/main.js' : 'src/main.ts'}`,
    import.meta.url,
  );
  const start = () => {
    const output = openSync(log, 'a');
    return fork(main, [], {
      execArgv: [...(built ? SMALL_HEAP : ['--conditions=source']), ...flags, ...PRELOAD],
      env: {
        ...(built ? FEW_ARENAS : compileCache()),
        HOST: '127.0.0.1',
        RATE_LIMITS: 'off',
        [`${prefix}_PORT`]: String(port),
        [`${prefix}_METRICS_PORT`]: String(metricsPort),
        ...environment,
      },
      stdio: ['ignore', output, output, 'ipc'],
    });
  };
  const origin = `http://127.0.0.1:${port}`;
  let child = start();
  servers.defer(async () => void (await stopProcess(child)));
  await untilReady(child, origin, log);
  return {
    name,
    port,
    origin,
    log,
    async start() {
      child = start();
      await untilReady(child, origin, log);
    },
    stop: (signal) => stopProcess(child, signal),
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    memory: () => ask(child, 'memory') as Promise<Memory>,
    load: () => ask(child, 'load') as Promise<Load>,
  };
}

function compileCache(): Record<string, string> {
  const { NODE_COMPILE_CACHE = '' } = process.env;
  return { NODE_COMPILE_CACHE };
}

async function untilReady(child: ChildProcess, origin: string, log: string): Promise<void> {
  const isReady = async () => {
    const ended = child.exitCode ?? child.signalCode;
    if (ended !== null) throw new Error(`The service has ended with ${ended} (see ${log}).`);
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok;
  };
  await until('the service is ready', isReady, READY_SECONDS);
}

export async function stopProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}

async function ask(child: ChildProcess, question: 'memory' | 'load'): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(question);
  return (await answer)[0];
}

export interface CommandRun {
  /** Its `--json` output. */
  document: Record<string, unknown>;
  seconds: number;
  peakBytes: number;
}

/** Runs a `kb` or `forum` command in its own process, as `npm run` does. */
export async function runCommand(
  name: ServiceName,
  databaseUrl: string,
  words: readonly string[],
): Promise<CommandRun> {
  const main = new URL(`../../services/${name}-service/src/cli/main.ts`, import.meta.url);
  const started = performance.now();
  const child = fork(main, [...words, '--json'], {
    execArgv: [...SMALL_HEAP, '--conditions=source', ...PRELOAD],
    env: { ...compileCache(), ...FEW_ARENAS, [`${name.toUpperCase()}_DATABASE_URL`]: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [memory, exited] = [once(child, 'message'), once(child, 'exit')];
  const output = (await child.stdout?.toArray()) ?? [];
  const [exitCode] = await exited;
  if (exitCode !== 0) throw new Error(`${name} ${words.join(' ')} failed`);
  const seconds = (performance.now() - started) / 1_000;
  const { peakBytes } = (await memory)[0] as Memory;
  return { document: JSON.parse(Buffer.concat(output).toString() || '{}'), seconds, peakBytes };
}

/** A server that a service depends on, and that may fail. */
export type Part = 'database' | 'mail' | 'webhooks' | 'store' | 'search';

/** Puts a proxy before each of these parts. */
export async function startProxies(
  { servers }: Place,
  targets: ReadonlyMap<Part, string>,
  parts: readonly Part[],
): Promise<Map<Part, FaultyProxy>> {
  const proxies = new Map<Part, FaultyProxy>();
  for (const part of parts) {
    const proxy = await startFaultyProxy(targets.get(part) ?? '');
    servers.defer(() => proxy.close());
    proxies.set(part, proxy);
  }
  return proxies;
}
