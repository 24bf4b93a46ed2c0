/** What goes on beside the requests for as long as the process lives. */
export interface Worker {
  start(): void;
  /** Resolves when what is under way has come to its end. */
  stop(): Promise<void>;
}

export interface BackgroundWorkOptions {
  /** Does a part of what there is to do, and says whether there may be more of it. */
  work: () => Promise<boolean>;
  /** Milliseconds until the next look when there is nothing to do. */
  pause: number;
  /** Milliseconds that are waited at most after failures. */
  longestPause?: number;
  /** Hears once when the work cannot be done, and once when it can again. */
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
}

const USUAL_LONGEST_PAUSE = 30_000;

/** Works until there is nothing to do, then looks again from time to time; after a failure it waits twice as long each time. */
export function createBackgroundWork(options: BackgroundWorkOptions): Worker {
  const { work, pause, longestPause = USUAL_LONGEST_PAUSE, onFailure, onRecovery } = options;
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function schedule(milliseconds: number): void {
    if (stopped) return;
    timer = setTimeout(begin, milliseconds);
    timer.unref();
  }

  function begin(): void {
    running = workUntilDone().finally(() => {
      schedule(failures === 0 ? pause : Math.min(pause * 2 ** failures, longestPause));
    });
  }

  async function workUntilDone(): Promise<void> {
    try {
      while (!stopped && (await work())) {
        // as long as there is something to do
      }
      if (failures > 0) onRecovery();
      failures = 0;
    } catch (error) {
      if (failures === 0) onFailure(error);
      failures += 1;
    }
  }

  return {
    start: () => schedule(0),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Several as one. */
export function joinWorkers(workers: readonly Worker[]): Worker {
  return {
    start() {
      for (const worker of workers) worker.start();
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
