import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';
import { anyFreePort, bareEnvironment, TIED_TO_US } from './programs/child-programs.ts';

const POLL_MILLISECONDS = 20;
const START_TIMEOUT_MILLISECONDS = 20_000;

export interface LocalObjectStore {
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

/**
 * Starts an object store whose buckets are the folders of a directory; it ends with our process.
 * @throws AppError `unavailable`
 */
export async function startVersitygw(options: {
  program: string;
  directory: string;
  port?: number;
}): Promise<LocalObjectStore> {
  const { program, directory, port = await anyFreePort() } = options;
  const keys = { accessKeyId: 'guidepost', secretAccessKey: randomBytes(20).toString('hex') };
  const env = {
    ...bareEnvironment(),
    ROOT_ACCESS_KEY: keys.accessKeyId,
    ROOT_SECRET_KEY: keys.secretAccessKey,
  };
  const words = [program, '--port', `127.0.0.1:${port}`, '--quiet', 'posix', directory];
  const child = spawn('/bin/sh', ['-c', TIED_TO_US, 'sh', ...words], {
    env,
    // Its own process group, with the process that watches us.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(child, url);
  return {
    url,
    ...keys,
    stop: () => stop(child),
  };
}

async function untilItAnswers(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MILLISECONDS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop(child);
      throw new AppError('unavailable', 'The object store did not start.');
    }
    await delay(POLL_MILLISECONDS);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit');
  if (child.pid) process.kill(-child.pid, 'SIGKILL');
  await ended;
}
