import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface ProgramResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface ProgramProcess {
  child: ChildProcess;
  ended: Promise<ProgramResult>;
}

/** Starts a program as a process with exactly these environment variables. */
export function startProgram(
  main: URL,
  words: string[],
  environment: Record<string, string>,
): ProgramProcess {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, ['--conditions=source', fileURLToPath(main), ...words], {
    cwd: '/',
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<ProgramResult>();
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      output[name] += chunk;
    });
  }
  child.on('error', reject);
  child.on('close', (code) => resolve({ code, ...output }));
  return { child, ended: promise };
}

/** Milliseconds; below Jest's timeout, whose error would not say what was missing. */
const TIMEOUT = 40_000;

export interface ServiceProcess {
  child: ChildProcess;
  /** Its log, which must be consumed. */
  output: Readable;
  /** Its whole standard error, once it has ended. */
  complaint: Promise<string>;
  exit: Promise<unknown[]>;
}

/** Starts a service as a process with exactly these environment variables. */
export function startServiceProcess(
  main: URL,
  words: string[],
  environment: Record<string, string>,
): ServiceProcess {
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const child = fork(main, words, {
    execArgv: ['--conditions=source'],
    env: { NODE_COMPILE_CACHE, ...environment },
    silent: true,
  });
  if (!child.stdout || !child.stderr) throw new Error('the process has no output');
  return {
    child,
    output: child.stdout.setEncoding('utf8'),
    complaint: text(child.stderr),
    exit: once(child, 'exit'),
  };
}

/** The port from a service's log. Kills it if it is not ready in time. */
export async function portOf({ child, output, complaint }: ServiceProcess): Promise<number> {
  const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
  // The stream must stay open, since the service keeps writing.
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    const port = /"port":(\d+),"msg":"ready"/.exec(String(chunk))?.[1];
    if (!port) continue;
    clearTimeout(late);
    return Number(port);
  }
  clearTimeout(late);
  throw new Error(`The service ended, or was not ready after ${TIMEOUT} ms: ${await complaint}`);
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Creates the demo content of `npm start` with a program, by its path from the root. */
export async function makeDemo(program: string, environment: Record<string, string>): Promise<void> {
  const env = { ...process.env, ...environment };
  await promisify(execFile)(process.execPath, ['--conditions=source', program], { cwd: ROOT, env });
}
