import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '@guidepost/local-servers/testing';
import { AppError } from '@guidepost/service-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Kept, keepRunning, type Running } from './keep-running.ts';

const LOG = '/var/log/engine.log';
const ENDED = `The engine ended unexpectedly (SIGKILL) and is being restarted; its log is ${LOG}`;
const AGAIN = 'The engine is running again.';

const processes: ChildProcess[] = [];
let kept: Kept;

afterEach(async () => {
  await kept.stop();
  processes.length = 0;
});

async function start(): Promise<Running> {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  processes.push(child);
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  await once(child, 'spawn');
  return { ended, stop: async () => void (child.kill() && (await ended)) };
}

interface Watched {
  said: string[];
  /** Kills the process; resolves with the next message. */
  killUntil(line: string): Promise<void>;
}

async function keep(startAgain: () => Promise<Running> = start): Promise<Watched> {
  const said: string[] = [];
  kept = keepRunning(await start(), {
    name: 'The engine',
    log: LOG,
    start: startAgain,
    say: (line) => void said.push(line),
    pauses: [0, 0, 0],
  });
  let failure: Error | undefined;
  kept.failure.catch((error: Error) => {
    failure = error;
  });
  return {
    said,
    killUntil: async (line) => {
      const before = said.length;
      processes.at(-1)?.kill('SIGKILL');
      await until(`it says ${line}`, () => {
        if (failure) throw failure;
        return said.slice(before).at(-1) === line;
      });
    },
  };
}

describe('a program that is kept running', () => {
  it('is restarted with a message when it ends', async () => {
    const { said, killUntil } = await keep();
    await killUntil(AGAIN);
    expect(said).toEqual([ENDED, AGAIN]);
    expect(processes.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', null]);
  });

  it('is given up with one line when it keeps ending', async () => {
    const { killUntil } = await keep();
    for (let kills = 0; kills < 3; kills += 1) await killUntil(AGAIN);
    await expect(killUntil(AGAIN)).rejects.toThrow(
      new AppError('unavailable', `The engine ended 4 times within a minute; its log is ${LOG}`),
    );
  });

  it('is given up with the reason when it cannot be restarted', async () => {
    const reasons = ['The port is taken.', 'The disk is full.', 'The data are broken.'];
    const { killUntil } = await keep(async () => {
      throw new AppError('unavailable', reasons.shift() ?? 'started too often');
    });
    await expect(killUntil(AGAIN)).rejects.toThrow('The data are broken.');
    expect(reasons).toEqual([]);
  });

  it('starts on a later attempt', async () => {
    let attempts = 0;
    const { said, killUntil } = await keep(() => {
      attempts += 1;
      return attempts < 3 ? Promise.reject(new AppError('unavailable', 'still there')) : start();
    });
    await killUntil(AGAIN);
    expect(said).toEqual([ENDED, AGAIN]);
  });

  it('stays stopped without a message', async () => {
    const { said } = await keep();
    await kept.stop();
    expect(processes.map(({ signalCode }) => signalCode)).toEqual(['SIGTERM']);
    expect(said).toEqual([]);
  });

  it('can be stopped while it is being restarted', async () => {
    const { killUntil } = await keep(async () => {
      const running = await start();
      stopped = kept.stop();
      return running;
    });
    let stopped: Promise<void> | undefined;
    await killUntil(AGAIN);
    await stopped;
    expect(processes.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGTERM']);
  });
});
