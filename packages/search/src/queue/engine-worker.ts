import { AppError, createBackgroundWork, type Worker } from '@guidepost/service-kit';
import type { EngineFeed } from './engine-batch.ts';
import { requireIndex, touchAndPrune } from './engine-indexes.ts';
import { feedEngine } from './feed-engine.ts';

export interface EngineWorkerOptions extends EngineFeed {
  /** Hears once when the engine cannot be fed, and once when it can again. */
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
  /** Milliseconds between two looks when nothing waits. */
  pause?: number;
  /** Milliseconds that an engine has to take the batch under way when the worker stops. */
  stopTimeout?: number;
  /** Milliseconds after which an engine that is fed nothing is asked whether it still holds what it did. */
  checkInterval?: number;
}

/** With the pause of what feeds this database's own index, a change can be found in the engine within two seconds. */
const USUAL_PAUSE = 300;

/** An engine that is back is to answer soon. */
const LONGEST_PAUSE = 5_000;

/** A lost index is to be noticed as soon as a server that is away. */
const USUAL_CHECK_INTERVAL = 5_000;

/** A batch that an engine takes longer for is sent again by whoever comes next. */
const USUAL_STOP_TIMEOUT = 5_000;

/** Milliseconds within which an index that is lost once more is no accident. */
const REST = 60_000;

const LOST_AGAIN = 'The index was lost twice within a minute: do all instances have one and the same server?';

/** Feeds an engine in the background: looks for changes that wait, and from time to time after the engine itself. */
export function createEngineWorker(options: EngineWorkerOptions): Worker {
  const { pause = USUAL_PAUSE, checkInterval = USUAL_CHECK_INTERVAL } = options;
  const { stopTimeout = USUAL_STOP_TIMEOUT, onFailure, onRecovery } = options;
  const ending = new AbortController();
  let checked = Number.NEGATIVE_INFINITY;
  let begunAnew = Number.NEGATIVE_INFINITY;

  /** Each time everything waits anew, so what keeps on being lost is not begun anew without end. */
  function rest(): void {
    const isAgain = performance.now() - begunAnew < REST;
    begunAnew = performance.now();
    if (isAgain) throw new AppError('unavailable', LOST_AGAIN);
  }

  async function work(): Promise<boolean> {
    const index = await requireIndex(options);
    if (index.unseen) await touchAndPrune(options, index);
    const isChecked = performance.now() - checked < checkInterval;
    if (index.ready && !index.waiting && isChecked) return false;
    const fed = await feedEngine(options, index, ending.signal);
    checked = performance.now();
    if (fed?.begunAnew) rest();
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
