import { AppError, createBackgroundWork, type Worker } from '@guidepost/service-kit';
import type { EngineFeed } from './engine-batch.ts';
import { requireIndex, touchAndPrune } from './engine-indexes.ts';
import { feedEngine } from './feed-engine.ts';

export interface EngineWorkerOptions extends EngineFeed {
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
  /** Milliseconds between polls of an empty backlog. */
  pause?: number;
  /** Milliseconds for the current batch when the worker stops. */
  stopTimeout?: number;
  /** Milliseconds between checks of an idle engine's checkpoint. */
  checkInterval?: number;
}

/** With the pause of the local index, changes are searchable within two seconds. */
const USUAL_PAUSE = 300;

/** A recovered engine should answer soon. */
const LONGEST_PAUSE = 5_000;

/** A lost index should be noticed as soon as an unreachable server. */
const USUAL_CHECK_INTERVAL = 5_000;

/** A batch that takes longer is sent again by the next instance. */
const USUAL_STOP_TIMEOUT = 5_000;

/** Milliseconds within which a second loss is not a coincidence. */
const REST = 60_000;

const LOST_AGAIN = 'The index was lost twice within a minute: do all instances use the same server?';

/** Feeds an engine in the background and checks it from time to time. */
export function createEngineWorker(options: EngineWorkerOptions): Worker {
  const { pause = USUAL_PAUSE, checkInterval = USUAL_CHECK_INTERVAL } = options;
  const { stopTimeout = USUAL_STOP_TIMEOUT, onFailure, onRecovery } = options;
  const ending = new AbortController();
  let checked = Number.NEGATIVE_INFINITY;
  let lastReset = Number.NEGATIVE_INFINITY;

  /** Each reset sends everything again, so repeated losses must not cause a loop. */
  function rest(): void {
    const isAgain = performance.now() - lastReset < REST;
    lastReset = performance.now();
    if (isAgain) throw new AppError('unavailable', LOST_AGAIN);
  }

  async function work(): Promise<boolean> {
    const index = await requireIndex(options);
    if (index.unseen) await touchAndPrune(options, index);
    const isChecked = performance.now() - checked < checkInterval;
    if (index.ready && !index.waiting && isChecked) return false;
    const fed = await feedEngine(options, index, ending.signal);
    checked = performance.now();
    if (fed?.reset) rest();
    return fed?.complete === false;
  }

  const worker = createBackgroundWork({ work, pause, longestPause: LONGEST_PAUSE, onFailure, onRecovery });
  return {
    ...worker,
    async stop() {
      const timer = setTimeout(() => ending.abort(), stopTimeout);
      await worker.stop().finally(() => clearTimeout(timer));
    },
  };
}
