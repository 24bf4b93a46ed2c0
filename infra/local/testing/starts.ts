import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { anyFreePort } from '@guidepost/local-servers';
import { roomyFolder, until } from '@guidepost/local-servers/testing';
import { ROOT } from '../settings.ts';

export interface Started {
  child: ChildProcess;
  output: { text: string };
  exit: Promise<unknown[]>;
}

/** Data folder and ports for the starts of one test file. */
export interface Starts {
  dataDirectory: string;
  ports: Record<'KB_PORT' | 'KB_METRICS_PORT' | 'FORUM_PORT' | 'FORUM_METRICS_PORT', string>;
  start(environment?: Record<string, string>): Started;
  endAll(): Promise<void>;
  answers(): Promise<boolean>;
  areReady(): Promise<boolean>;
  processOf(program: string, started: Started): Promise<number>;
  remove(): Promise<void>;
}

export async function prepareStarts(): Promise<Starts> {
  const dataDirectory = await mkdtemp(join(await roomyFolder(), 'guidepost-start-'));
  const ports = {
    KB_PORT: String(await anyFreePort()),
    KB_METRICS_PORT: String(await anyFreePort()),
    FORUM_PORT: String(await anyFreePort()),
    FORUM_METRICS_PORT: String(await anyFreePort()),
  };
  const started: Started[] = [];
  return {
    dataDirectory,
    ports,
    start: (environment = {}) => {
      const one = forkStart({ DATA_DIR: dataDirectory, ...ports, ...environment });
      started.push(one);
      return one;
    },
    endAll: async () => {
      await Promise.all(started.splice(0).map(end));
    },
    answers: async () => (await ask('healthz', ports)).length > 0,
    areReady: async () => (await ask('readyz', ports)).filter(({ ok }) => ok).length === 2,
    processOf,
    remove: () => rm(dataDirectory, { recursive: true }),
  };
}

/** Waits until it has printed this; throws with all output if it ends first. */
export async function untilItSays(words: string | RegExp, { child, output }: Started): Promise<void> {
  await until(
    `npm start says ${words}`,
    () => {
      if (output.text.search(words) >= 0) return true;
      if (hasEnded(child)) throw new Error(`It ended and said: ${output.text}`);
      return false;
    },
    50,
  );
}

// Like npm.mjs: on a channel whose end signals the end of npm.mjs.
function forkStart(environment: Record<string, string>): Started {
  const child = fork(join(ROOT, 'infra/local/start.ts'), {
    execArgv: ['--conditions=source'],
    silent: true,
    env: { ...process.env, ...environment },
  });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output.text += text;
    });
  }
  return { child, output, exit: once(child, 'exit') };
}

async function end({ child, exit }: Started): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  await exit;
}

async function ask(path: string, { KB_PORT, FORUM_PORT }: Starts['ports']): Promise<Response[]> {
  const requests = [KB_PORT, FORUM_PORT].map((port) => fetch(`http://127.0.0.1:${port}/${path}`));
  const results = await Promise.allSettled(requests);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

async function processOf(program: string, { child }: Started): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'ppid=,pid=,args=']);
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const line = lines.find(([parent, , ...words]) => parent === String(child.pid) && words.includes(program));
  if (!line) throw new Error(`It runs no ${program}`);
  return Number(line[1]);
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
