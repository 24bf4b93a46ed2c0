import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../local/settings.ts';

const PROGRAMS = join(ROOT, 'node_modules', '.bin');

/** Runs a program of node_modules/.bin under a heading, prints its duration and resolves with its exit code. */
export async function runStep(
  name: string,
  [program, ...programArguments]: [string, ...string[]],
  stop: AbortSignal,
): Promise<number> {
  console.log(`\n== ${name}`);
  const begin = performance.now();
  const code = await runToEnd(join(PROGRAMS, program), programArguments, stop);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(code === 0 ? `   ${seconds} s` : `   failed with code ${code} after ${seconds} s`);
  return code;
}

async function runToEnd(program: string, programArguments: string[], stop: AbortSignal): Promise<number> {
  if (stop.aborted) return 128 + constants.signals.SIGTERM;
  const child = spawn(program, programArguments, {
    cwd: ROOT,
    // Scripts begin with `env node`, which must be the pinned Node.js.
    env: { ...process.env, PATH: `${PROGRAMS}:${process.env.PATH}` },
    stdio: 'inherit',
  });
  const pass = () => child.kill('SIGTERM');
  stop.addEventListener('abort', pass);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  stop.removeEventListener('abort', pass);
  return code ?? 128 + constants.signals[signal ?? 'SIGTERM'];
}
