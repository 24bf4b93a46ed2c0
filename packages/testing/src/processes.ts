import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** What a program printed, and how it ended. */
export interface ProgramResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface ProgramProcess {
  child: ChildProcess;
  ended: Promise<ProgramResult>;
}

/** Starts a program as a process of its own, with just these variables in its environment. */
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

/** Milliseconds; less than Jest gives a test, whose own error does not say what was missing. */
const TIMEOUT = 20_000;

/** A service as its users start it: a process with an environment. */
export interface ServiceProcess {
  child: ChildProcess;
  /** Its log; somebody must read it. */
  output: Readable;
  /** All of its standard error, when it has ended. */
  complaint: Promise<string>;
  exit: Promise<unknown[]>;
}

/** Starts a service as a process of its own, with just these variables in its environment. */
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

/** The port that a started service listens on, as its log tells. One that is not ready in time is killed. */
export async function portOf({ child, output, complaint }: ServiceProcess): Promise<number> {
  const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
  // Leaving the loop must not destroy the stream, which the service goes on writing to.
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    const port = /"port":(\d+),"msg":"ready"/.exec(String(chunk))?.[1];
    if (!port) continue;
    clearTimeout(late);
    return Number(port);
  }
  clearTimeout(late);
  throw new Error(`The service ended, or was not ready after ${TIMEOUT} ms: ${await complaint}`);
}
