import { createBackgroundWork, type Worker } from '@guidepost/service-kit';
import { feedIndex, type IndexFeed } from './feed-index.ts';

export interface SearchWorkerOptions extends IndexFeed {
  /** Hears once when the index cannot be fed, and once when it can again. */
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
  /** Milliseconds between two looks at an empty queue. */
  pause?: number;
}

/** A committed change can be found within two seconds: this, and the time that one batch takes. */
const USUAL_PAUSE = 500;

/** Feeds a search index in the background: looks for queued changes every half second and sends them until there are none. */
export function createSearchWorker(options: SearchWorkerOptions): Worker {
  const { pause = USUAL_PAUSE, onFailure, onRecovery } = options;
  return createBackgroundWork({
    work: async () => Boolean(await feedIndex(options)),
    pause,
    onFailure,
    onRecovery,
  });
}
