import { runInProcess } from '@guidepost/command-line/testing';
import {
  type ProgramProcess,
  type ProgramResult,
  type ServiceProcess,
  startProgram,
  startServiceProcess,
} from '@guidepost/testing';
import { createKbProgram } from '../cli/command-line.ts';

const SERVICE = new URL('../main.ts', import.meta.url);
const ANY_PORTS = { HOST: '127.0.0.1', KB_PORT: '0', KB_METRICS_PORT: '0' };

/** Starts the service as users do, on free ports. */
export function startKbService(environment: Record<string, string>, ...words: string[]): ServiceProcess {
  return startServiceProcess(SERVICE, words, { ...ANY_PORTS, ...environment });
}

const COMMAND_LINE = new URL('../cli/main.ts', import.meta.url);

/** Starts `kb` in a process with only these environment variables. */
export function startKb(words: string[], environment: Record<string, string>): ProgramProcess {
  return startProgram(COMMAND_LINE, words, environment);
}

/** Runs `kb` in this process; see `runInProcess`. */
export function runKb(words: string[], environment: Record<string, string>): Promise<ProgramResult> {
  return runInProcess(createKbProgram(), words, environment);
}
