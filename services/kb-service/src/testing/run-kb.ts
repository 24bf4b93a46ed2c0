import { runInProcess } from '@guidepost/command-line/testing';
import { type ProgramProcess, type ProgramResult, startProgram } from '@guidepost/testing';
import { createKbProgram } from '../cli/command-line.ts';

const MAIN = new URL('../cli/main.ts', import.meta.url);

/** Starts `kb` in a process with only these environment variables. */
export function startKb(words: string[], environment: Record<string, string>): ProgramProcess {
  return startProgram(MAIN, words, environment);
}

/** Runs `kb` in this process; see `runInProcess`. */
export function runKb(words: string[], environment: Record<string, string>): Promise<ProgramResult> {
  return runInProcess(createKbProgram(), words, environment);
}
