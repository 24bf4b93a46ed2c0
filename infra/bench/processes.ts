import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { anyFreePort } from '@guidepost/local-servers';

export type ServiceName = 'kb' | 'forum';

export interface Memory {
  residentBytes: number;
  heapBytes: number;
  peakBytes: number;
}

/** What a process did since it was asked before. */
export interface Load {
  cpuMilliseconds: number;
  /** Milliseconds; measured from the first question on. */
  longestStall: number;
}

export interface MeasuredService {
  address: string;
  memory(): Promise<Memory>;
  /** Bytes of kept answers, a part of the heap that is bounded. */
  keptBytes(): Promise<number>;
  load(): Promise<Load>;
  stop(): Promise<void>;
}

export interface CommandRun {
  /** Its `--json` output. */
  document: Record<string, unknown>;
  seconds: number;
  peakBytes: number;
}

export interface PeerServer {
  address: string;
  stop(): Promise<void>;
}

export interface BareServer extends PeerServer {
  serve(answer: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>;
}

/** Forks a program that ends with this process, also when this one fails. */
function forkProgram(program: URL, words: readonly string[], options: ForkOptions = {}): ChildProcess {
  const child = fork(program, words, options);
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', (code, signal) => {
    process.off('exit', end);
    if (code !== 0 || signal !== null) console.error(`${program.pathname} ended with ${signal ?? code}`);
  });
  return child;
}

const ATTEMPTS = 1_000;
/** As in the images. */
const SMALL_HEAP = ['--max-semi-space-size=4', '--heap-growing-percent=40'];
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };
const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
};
const PRELOAD = ['--import', new URL('./measured-process.mjs', import.meta.url).href];

/** Starts a service as in its image: built, without limits on posts, on PostgreSQL search by default. */
export async function startService(
  name: ServiceName,
  environment: Record<string, string>,
  { flags = [], log = 'ignore' }: { flags?: readonly string[]; log?: number | 'ignore' } = {},
): Promise<MeasuredService> {
  const [port, metricsPort] = [await anyFreePort(), await anyFreePort()];
  const prefix = name.toUpperCase();
  const child = forkProgram(new URL(`../../services/${name}-service/dist/main.js`, import.meta.url), [], {
    execArgv: [...SMALL_HEAP, ...flags, ...PRELOAD],
    env: {
      ...process.env,
      ...FEW_ARENAS,
      HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      MEILI_URL: '',
      [`${prefix}_PORT`]: String(port),
      [`${prefix}_METRICS_PORT`]: String(metricsPort),
      ...environment,
    },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  const address = `http://127.0.0.1:${port}`;
  await answering(child, address);
  return {
    address,
    memory: async () => (await ask(child, 'memory')) as Memory,
    keptBytes: () => readKeptBytes(metricsPort),
    load: async () => (await ask(child, 'load')) as Load,
    stop: () => stop(child),
  };
}

async function readKeptBytes(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const bytes = /^response_cache_bytes\{.*\} (\d+)/m.exec(metrics)?.[1];
  if (bytes === undefined) throw new Error('The service does not say how many bytes of answers it keeps.');
  return Number(bytes);
}

async function ask(child: ChildProcess, question: 'memory' | 'load'): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(question);
  return (await answer)[0];
}

export async function startBareServer(): Promise<BareServer> {
  const child = forkProgram(new URL('./bare-server.mjs', import.meta.url), []);
  const [address] = await once(child, 'message');
  return {
    address: String(address),
    async serve({ status, headers, body }) {
      child.send({ status, headers, body: body.toString('base64') });
      await once(child, 'message');
    },
    stop: () => stop(child),
  };
}

/** Starts the least that a service in Express can do, for the guides of one knowledge base. */
export async function startPeerServer(databaseUrl: string, host: string): Promise<PeerServer> {
  const child = forkProgram(new URL('./peer-server.ts', import.meta.url), [], {
    execArgv: ['--conditions=source'],
    env: { ...process.env, KB_DATABASE_URL: databaseUrl, BENCH_HOST: host },
  });
  const [address] = await once(child, 'message');
  return { address: String(address), stop: () => stop(child) };
}

/** Runs a `kb` or `forum` command in its own process, as `npm run` does. */
export async function runCommand(
  name: ServiceName,
  databaseUrl: string,
  words: readonly string[],
): Promise<CommandRun> {
  const started = performance.now();
  const child = forkProgram(
    new URL(`../../services/${name}-service/src/cli/main.ts`, import.meta.url),
    [...words, '--json'],
    {
      execArgv: [...SMALL_HEAP, '--conditions=source', ...PRELOAD],
      env: {
        ...process.env,
        ...FEW_ARENAS,
        ...COMPILED,
        [`${name.toUpperCase()}_DATABASE_URL`]: databaseUrl,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const memory = once(child, 'message');
  const exited = once(child, 'exit');
  const output = (await child.stdout?.toArray()) ?? [];
  const [exitCode] = await exited;
  if (exitCode !== 0) throw new Error(`${name} ${words.join(' ')} failed`);
  const seconds = (performance.now() - started) / 1_000;
  const { peakBytes } = (await memory)[0] as Memory;
  return { document: JSON.parse(Buffer.concat(output).toString() || '{}'), seconds, peakBytes };
}

async function answering(child: ChildProcess, address: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The process at ${address} has ended.`);
    const response = await fetch(`${address}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await pause(10);
  }
  throw new Error(`Nothing answers at ${address}.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
