import { type EngineFeed, feedWholeEngine, type SearchEngine, type ServiceFeed } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { createProgress, type Progress } from '../progress.ts';

export interface CommandFeed extends ServiceFeed, Pick<EngineFeed, 'onSetAside'> {
  engine: SearchEngine;
  signal: AbortSignal;
}

/**
 * Sends all waiting changes to an engine, in turns with a running service, and returns their number.
 * @throws AppError `unavailable` when the engine fails; the changes keep waiting
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
    const message = `${name} is not available; its changes wait for a running service: ${reason}`;
    throw new AppError('unavailable', message, { cause });
  } finally {
    progress?.clear();
  }
}
