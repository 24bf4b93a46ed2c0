import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { AppError } from '@guidepost/service-kit';
import { ROOT } from './settings.ts';

export interface ProgramOptions {
  environment: Record<string, string>;
  stop: AbortSignal;
}

/** Resolves with the program's output. @throws AppError `unavailable` with its standard error when it fails */
export async function runProgram(
  program: string,
  programArguments: string[],
  options: ProgramOptions,
): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=source', program, ...programArguments], {
    cwd: ROOT,
    env: { ...process.env, ...options.environment },
    // Its own process group, so that Ctrl-C ends it through `stop` only.
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

/**
 * Aborts on Ctrl-C, SIGTERM, a closed terminal, or the end of infra/local/npm.mjs, which holds the other end of our
 * channel. Further requests are ignored: Ctrl-C arrives twice, from the terminal and through npm.mjs.
 */
export function stopRequest(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.on('disconnect', stop);
  process.channel?.unref();
  // The reader of our output may have ended before us.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return controller.signal;
}
