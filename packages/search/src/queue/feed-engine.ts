import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { EngineIndex } from '../port/search-engine.ts';
import { deliverBatch, type EngineFeed, type Fed } from './engine-batch.ts';
import { type KnownIndex, requireIndex, resetIndex } from './engine-indexes.ts';
import { untilAborted, withTimeout } from './timeout.ts';

/** Any constant does; the other half of the key is the index. */
const LOCK_CLASS = 1_701_209_447;

const countBacklog = preparedStatement(new URL('./sql/count-backlog.sql', import.meta.url));

/**
 * Sees to it that the engine still holds what it did, and brings one batch of what waits for it there.
 *
 * @param signal has it given up, as a kill would
 * @returns undefined when another instance is at it
 */
export function feedEngine(
  feed: EngineFeed,
  { id }: KnownIndex,
  signal: AbortSignal,
): Promise<Fed | undefined> {
  return feed.database.tx('feed-search-engine', async (transaction) => {
    const { locked } = await transaction.one('select pg_try_advisory_xact_lock($1, $2) as locked', [
      LOCK_CLASS,
      id,
    ]);
    return locked ? untilAborted(feedBatch(feed), signal) : undefined;
  });
}

/** How long a feed that has an end may go on, and who is told how far it is. */
export interface FeedCourse {
  /** Hears how many changes were dealt with, and how many are left. */
  onBatch?: (changes: number, left: number) => void;
  /** Has it given up, as a kill would. */
  signal?: AbortSignal;
}

/** Brings everything that waits for the engine there, taking turns with whoever else does. */
export async function feedWholeEngine(
  feed: EngineFeed,
  { onBatch, signal = new AbortController().signal }: FeedCourse = {},
): Promise<void> {
  const { database } = feed;
  const { id } = await requireIndex(feed);
  let fed: Fed;
  do {
    fed = await database.tx('feed-search-engine', async (transaction) => {
      await holdFeedingOf(transaction, id);
      return untilAborted(feedBatch(feed), signal);
    });
    onBatch?.(fed.changes, (await database.one<{ waiting: number }>(countBacklog([id]))).waiting);
  } while (!fed.complete);
}

async function holdFeedingOf(transaction: Executor, id: number): Promise<void> {
  await transaction.any('select pg_advisory_xact_lock($1, $2)', [LOCK_CLASS, id]);
}

/** Reads the index once more: whoever held the lock before may have begun it anew. */
async function feedBatch(feed: EngineFeed): Promise<Fed> {
  const index = await requireIndex(feed);
  const target = feed.engine.index(index.name);
  if (!(await checkpointMatches(target, index))) {
    feed.onRefill(index.name);
    await resetIndex(feed, index);
    return { changes: 0, complete: false, begunAnew: true };
  }
  if (index.position === 0) await target.prepare();
  return deliverBatch(feed, index, target);
}

/**
 * Whether the engine's own note is of the last batch that it confirmed, or of one that was begun later and whose end
 * was not seen. Else it has lost its disk or got an older one back, or its index is shared with another database.
 */
async function checkpointMatches(target: EngineIndex, { position, sending }: KnownIndex): Promise<boolean> {
  const noted = await withTimeout(target.position);
  if (noted === undefined) return position === 0;
  return position <= noted && noted <= sending;
}
