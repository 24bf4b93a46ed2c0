import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { AppError } from '@guidepost/service-kit';
import { ROOT } from './settings.ts';

/** What a program gets beside its arguments. */
export interface ProgramOptions {
  /** Added to our own environment. */
  environment: Record<string, string>;
  /** Ends the program when it is aborted. */
  stop: AbortSignal;
}

/**
 * Runs one of our programs to its end and resolves with what it printed.
 * @throws AppError `unavailable` with what it said on stderr when it fails
 */
export async function runProgram(
  program: string,
  programArguments: string[],
  options: ProgramOptions,
): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=source', program, ...programArguments], {
    cwd: ROOT,
    env: { ...process.env, ...options.environment },
    // Its own process group: Ctrl-C ends it through `stop` alone, and so always in the same way.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: options.stop,
  });
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code === 0) return output;
  const reason = complaint.trim() || `it ended with code ${code}`;
  throw new AppError('unavailable', `${[program, ...programArguments].join(' ')}: ${reason}`);
}
