import type { ProgramResult } from '@guidepost/testing';
import { jest } from '@jest/globals';
import type { Command } from 'commander';
import { runProgram } from '../run-program.ts';

/**
 * Runs a command as a process of its own would, but in this one, which is ten times as fast; what it prints is caught.
 * One at a time, and not for what the system refuses: Jest's `Error` is another than that of Node's own modules.
 *
 * @param environment all variables that the command sees; those of this process unless it is given
 */
export async function runInProcess(
  program: Command,
  words: string[],
  environment: Record<string, string | undefined> = process.env,
): Promise<ProgramResult> {
  const before = { ...process.env };
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
  );
  replaceEnvironment({ ...environment });
  try {
    return { code: await runProgram(program, words), ...printed };
  } finally {
    replaceEnvironment(before);
    for (const spy of spies) spy.mockRestore();
  }
}

/** Commands hold on to the object `process.env`, so it stays the same one. */
function replaceEnvironment(variables: Record<string, string | undefined>): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, variables);
}
