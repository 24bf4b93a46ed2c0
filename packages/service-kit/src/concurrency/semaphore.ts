import { AppError } from '../errors/app-error.ts';

/** Runs work when it is its turn. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface SemaphoreOptions {
  /** How many work at the same time. */
  permits: number;
  /** How long one waits for its turn, in milliseconds. */
  timeout: number;
  /** A sentence for whoever waited in vain. */
  message: string;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * For work that is too much to be done by everybody at once: so many at a time, the others wait in the order of their
 * coming. Rejects with AppError `unavailable` for one whose turn does not come in time; its work is then never begun.
 */
export function createSemaphore({ permits, timeout, message }: SemaphoreOptions): Semaphore {
  const waiting = new Set<() => void>();
  let working = 0;

  async function begin(): Promise<void> {
    if (working < permits) {
      working += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      waiting.delete(resolve);
      reject(new AppError('unavailable', message, { retryAfter: RETRY_AFTER_SECONDS }));
    }, timeout);
    waiting.add(resolve);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Hands the turn on, so that nobody who comes in between takes it. */
  function end(): void {
    const [next] = waiting;
    if (!next) {
      working -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (work) => {
    await begin();
    try {
      return await work();
    } finally {
      end();
    }
  };
}
