import { AppError } from '@guidepost/service-kit';
import type { Embedder } from './embeddings-client.ts';

/** Milliseconds for a request: a large model on a processor is slow. */
const TIMEOUT = 120_000;

/** Milliseconds after which an idle server is asked whether it still has the same model. */
const CHECKED_AFTER = 60_000;

/** An embeddings server whose model may change. */
export interface SpaceWatch {
  /** Names the vectors that the server makes now. */
  space(): Promise<string>;
  /** @throws AppError `unavailable` if the server has changed its model since the last answer */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

export function createSpaceWatch(embedder: Embedder, ending: AbortSignal): SpaceWatch {
  let known: string | undefined;
  let heard = Number.NEGATIVE_INFINITY;

  async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(TIMEOUT)]);
    const { space, vectors } = await embedder.embed(texts, signal);
    const before = known;
    known = space;
    heard = performance.now();
    if (before === undefined || before === space) return vectors;
    throw new AppError('unavailable', `The embeddings server went from ${before} to ${space}.`);
  }

  return {
    embed,
    async space() {
      if (performance.now() - heard > CHECKED_AFTER) await embed(['Guidepost']);
      return known ?? '';
    },
  };
}
