import { feedIndex, type IndexFeed } from './feed-index.ts';

export interface SearchWorkerOptions extends IndexFeed {
  /** Hears once when the index cannot be fed, and once when it can again. */
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
  /** Milliseconds between two looks at an empty queue. */
  pause?: number;
}

/** Feeds a search index in the background for as long as the process lives. */
export interface SearchWorker {
  start(): void;
  /** Resolves when the batch under way is through. */
  stop(): Promise<void>;
}

/** A committed change can be found within two seconds: this, and the time that one batch takes. */
const USUAL_PAUSE = 500;

const LONGEST_PAUSE = 30_000;

/**
 * Looks for queued changes every half second and sends them until there are none; after a failure it waits twice
 * as long each time.
 */
export function createSearchWorker(options: SearchWorkerOptions): SearchWorker {
  const { pause = USUAL_PAUSE } = options;
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(work, Math.min(pause * 2 ** failures, LONGEST_PAUSE));
    timer.unref();
  }

  function work(): void {
    running = feedUntilDone().finally(schedule);
  }

  async function feedUntilDone(): Promise<void> {
    try {
      while (!stopped && (await feedIndex(options))) {
        // as long as there is something to send
      }
      if (failures > 0) options.onRecovery();
      failures = 0;
    } catch (error) {
      if (failures === 0) options.onFailure(error);
      failures += 1;
    }
  }

  return {
    start: schedule,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
