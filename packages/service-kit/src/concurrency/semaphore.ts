import { AppError } from '../errors/app-error.ts';

/** Runs work as soon as a permit is free. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface SemaphoreOptions {
  permits: number;
  /** Longest wait for a permit, in milliseconds. */
  timeout: number;
  /** The client's error message after a timeout. */
  message: string;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Limits concurrent work, in order of arrival. Rejects with AppError `unavailable` after the timeout, without starting
 * it.
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

  /** Passes the permit on, so that new work cannot overtake. */
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
