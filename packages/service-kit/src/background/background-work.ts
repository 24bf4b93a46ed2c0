export interface Worker {
  start(): void;
  stop(): Promise<void>;
}

export interface BackgroundWorkOptions {
  /** Does part of the work; resolves to whether there may be more. */
  work: () => Promise<boolean>;
  /** Milliseconds between checks while idle. */
  pause: number;
  longestPause?: number;
  /** Called once when the work starts failing. */
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
}

const USUAL_LONGEST_PAUSE = 30_000;

/** Works until there is nothing left, then checks again after `pause`; repeated failures double the pause. */
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
        // until there is nothing left to do
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
