import { type EngineFeed, feedWholeEngine, type SearchEngine, type ServiceFeed } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { createProgress, type Progress } from '../progress.ts';

export interface CommandFeed extends ServiceFeed, Pick<EngineFeed, 'onSetAside'> {
  engine: SearchEngine;
  signal: AbortSignal;
}

/**
 * Brings all that waits for an engine there, for commands that are not done before; taking turns with a running service.
 *
 * @returns how many changes it was
 * @throws AppError `unavailable`, in one line, when the engine does not take them: what waits goes on waiting
 */
export async function feedEngineNow({ signal, ...feed }: CommandFeed): Promise<number> {
  const { name } = feed.engine;
  let progress: Progress | undefined;
  let count = 0;
  const onBatch = (changes: number, left: number) => {
    progress ??= createProgress(process.stderr, changes + left, `changes for ${name}`);
    for (let done = 0; done < changes; done += 1) progress.advance();
    count += changes;
  };
  try {
    await feedWholeEngine({ ...feed, onRefill: () => {}, onReady: () => {} }, { onBatch, signal });
    return count;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `What ${name} has not heard of waits for a running service, since it cannot be told now: ${reason}`;
    throw new AppError('unavailable', message, { cause });
  } finally {
    progress?.clear();
  }
}
