import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';

export interface CountsWorkerOptions {
  /** For the log. */
  counted: string;
  flush: () => Promise<void>;
  /** Sums up and deletes old counts; every hour. */
  thin: () => Promise<void>;
  logger: Logger;
  /** Milliseconds; the clock by default. */
  now?: () => number;
}

/** Milliseconds. */
const PAUSE = 10_000;
const LONGEST_PAUSE = 60_000;
const UNTIL_THINNING = 60_000;
const THINNING_INTERVAL = 3_600_000;

/** Writes counts every ten seconds. */
export function createCountsWorker({
  counted,
  flush,
  thin,
  logger,
  now = Date.now,
}: CountsWorkerOptions): Worker {
  let nextThinning = now() + UNTIL_THINNING;

  async function thinWhenDue(): Promise<void> {
    if (now() < nextThinning) return;
    nextThinning = now() + THINNING_INTERVAL;
    await thin();
  }

  return createBackgroundWork({
    async work() {
      await flush();
      await thinWhenDue();
      return false;
    },
    pause: PAUSE,
    longestPause: LONGEST_PAUSE,
    onFailure: (err) => logger.warn({ err }, `${counted} cannot be written; will retry`),
    onRecovery: () => logger.info(`${counted} are written again`),
  });
}
