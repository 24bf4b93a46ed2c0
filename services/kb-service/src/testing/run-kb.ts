import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a command printed, and how it ended. */
export interface KbResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface KbProcess {
  child: ChildProcess;
  ended: Promise<KbResult>;
}

const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url));

/** Starts `kb` as a process of its own, with just these variables in its environment. */
export function startKb(words: string[], environment: Record<string, string>): KbProcess {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, ['--conditions=source', MAIN, ...words], {
    cwd: '/',
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<KbResult>();
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

/** Runs `kb` to its end. */
export function runKb(words: string[], environment: Record<string, string>): Promise<KbResult> {
  return startKb(words, environment).ended;
}
