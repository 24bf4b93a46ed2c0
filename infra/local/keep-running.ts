import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';

export type Say = (line: string) => void;

export interface Running {
  /** Resolves when it has ended, with the reason if known. */
  ended: Promise<string | undefined>;
  stop(): Promise<void>;
}

export interface Program {
  name: string;
  log: string;
  start(): Promise<Running>;
  say: Say;
  /** Milliseconds before each restart within a minute; it is given up after the last one. */
  pauses?: readonly number[];
}

export interface Kept {
  /** Rejects with AppError `unavailable`, one line, when it is given up. */
  failure: Promise<never>;
  stop(): Promise<void>;
}

const WINDOW_MILLISECONDS = 60_000;
const PAUSES = [0, 250, 500, 1_000, 2_000];

/** Restarts a program when it ends unexpectedly, up to five times within a minute. */
export function keepRunning(first: Running, program: Program): Kept {
  const { name, log, say } = program;
  const stopping = new AbortController();
  const startAgain = createStarter(program, stopping.signal);
  let running = Promise.resolve(first);

  async function watch(): Promise<never> {
    for (;;) {
      const how = await (await running).ended;
      stopping.signal.throwIfAborted();
      say(`${name} ended unexpectedly${how ? ` (${how})` : ''} and is being restarted; its log is ${log}`);
      running = startAgain();
      await running;
      say(`${name} is running again.`);
    }
  }

  const failure = watch().catch((error: unknown) => {
    if (stopping.signal.aborted) return new Promise<never>(() => {});
    throw error;
  });
  failure.catch(() => {}); // prevents an unhandled rejection until it is awaited
  return {
    failure,
    stop: async () => {
      stopping.abort();
      await (await running.catch(() => undefined))?.stop();
    },
  };
}

/** The starter throws AppError `unavailable` after too many restarts. */
function createStarter(program: Program, stop: AbortSignal): () => Promise<Running> {
  const { name, log, start, pauses = PAUSES } = program;
  let starts: number[] = [];

  async function nextTurn(reason: string): Promise<void> {
    starts = starts.filter((at) => at > performance.now() - WINDOW_MILLISECONDS);
    const pause = pauses[starts.length];
    if (pause === undefined) throw new AppError('unavailable', reason);
    await delay(pause, undefined, { signal: stop });
    starts.push(performance.now());
  }

  return async () => {
    let reason = `${name} ended ${pauses.length + 1} times within a minute; its log is ${log}`;
    for (;;) {
      await nextTurn(reason);
      try {
        return await start();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        reason = error.message;
      }
    }
  };
}
