import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';

/** Tells the person at the terminal, in a line. */
export type Say = (line: string) => void;

/** A program that was started. */
export interface Running {
  /** Resolves when it is gone, however it came to its end, with how, where that is known. */
  ended: Promise<string | undefined>;
  stop(): Promise<void>;
}

/** What is kept running. */
export interface Program {
  /** As people know it. */
  name: string;
  /** The file that its log goes to. */
  log: string;
  /** Starts it again; resolves when it is of use. */
  start(): Promise<Running>;
  say: Say;
  /** Milliseconds before each new start within a minute; after the last one it is given up. */
  pauses?: readonly number[];
}

/** A program that is started again when it ends by itself. */
export interface Kept {
  /** Rejects with AppError `unavailable`, one line, when it is given up. */
  failure: Promise<never>;
  /** Stops it, and it stays stopped. */
  stop(): Promise<void>;
}

const WINDOW_MILLISECONDS = 60_000;
const PAUSES = [0, 250, 500, 1_000, 2_000];

/** Starts a program again whenever it ends by itself: five times within a minute at most. */
export function keepRunning(first: Running, program: Program): Kept {
  const { name, log, say } = program;
  const stopping = new AbortController();
  const startAgain = createStarter(program, stopping.signal);
  let running = Promise.resolve(first);

  async function watch(): Promise<never> {
    for (;;) {
      const how = await (await running).ended;
      stopping.signal.throwIfAborted();
      say(`${name} ended unexpectedly${how ? ` (${how})` : ''} and is started again; its log is ${log}`);
      running = startAgain();
      await running;
      say(`${name} is running again.`);
    }
  }

  const failure = watch().catch((error: unknown) => {
    if (stopping.signal.aborted) return new Promise<never>(() => {});
    throw error;
  });
  failure.catch(() => {}); // no unhandled rejection before it is waited for
  return {
    failure,
    stop: async () => {
      stopping.abort();
      await (await running.catch(() => undefined))?.stop();
    },
  };
}

/** Returns a function that starts the program and throws AppError `unavailable` when it was started too often. */
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
