import { type ChildProcess, spawn } from 'node:child_process';
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
