import { createBackgroundWork, type Worker } from '@guidepost/service-kit';
import { createEmbedding, type VectorFeed } from './embed-documents.ts';

export interface VectorWorkerOptions extends VectorFeed {
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
  pause?: number | undefined;
}

const USUAL_PAUSE = 1_000;

/** Makes vectors of changed documents in the background. A request under way ends with the worker. */
export function createVectorWorker(options: VectorWorkerOptions): Worker {
  const { pause = USUAL_PAUSE, onFailure, onRecovery } = options;
  const ending = new AbortController();
  const worker = createBackgroundWork({
    work: createEmbedding(options, ending.signal),
    pause,
    onFailure: (error) => {
      if (!ending.signal.aborted) onFailure(error);
    },
    onRecovery,
  });
  return {
    ...worker,
    stop() {
      ending.abort();
      return worker.stop();
    },
  };
}
