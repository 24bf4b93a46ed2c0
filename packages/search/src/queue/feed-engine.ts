import { type Executor, sql } from '@guidepost/postgres';
import { AppError, createBackgroundWork, type Worker } from '@guidepost/service-kit';
import { type EngineIndex, untilAborted, withTimeout } from '../port.ts';
import { deliverBatch, type EngineFeed, type Fed } from './engine-batch.ts';
import { type KnownIndex, requireIndex, resetIndex, touchAndPrune } from './engine-indexes.ts';

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

/** Arbitrary; the other half of the key is the index. */
const LOCK_CLASS = 1_701_209_447;

const countBacklog = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  select count(*) as waiting
  from search_backlog
  where index_id = $1 and set_aside is null
`;
const tryToFeed = sql`
  select pg_try_advisory_xact_lock($1, $2) as locked
`;
const waitToFeed = sql`
  select pg_advisory_xact_lock($1, $2)
`;

/** Checks the checkpoint and sends one batch. @returns undefined when another instance is feeding */
export function feedEngine(
  feed: EngineFeed,
  { id }: KnownIndex,
  signal: AbortSignal,
): Promise<Fed | undefined> {
  return feed.database.tx('feed-search-engine', async (transaction) => {
    const { locked } = await transaction.one<{ locked: boolean }>(tryToFeed([LOCK_CLASS, id]));
    return locked ? untilAborted(feedBatch(feed), signal) : undefined;
  });
}

export interface FeedCourse {
  onBatch?: (changes: number, left: number) => void;
  /** Aborts abruptly, as a kill would. */
  signal?: AbortSignal;
}

/** Empties the backlog, alternating with other feeders. */
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
  await transaction.any(waitToFeed([LOCK_CLASS, id]));
}

/** Reads the index again: the previous holder of the lock may have reset it. */
async function feedBatch(feed: EngineFeed): Promise<Fed> {
  const index = await requireIndex(feed);
  const target = feed.engine.index(index.name);
  if (!(await checkpointMatches(target, index))) {
    feed.onRefill(index.name);
    await resetIndex(feed, index);
    return { changes: 0, complete: false, reset: true };
  }
  if (index.position === 0) await target.prepare();
  return deliverBatch(feed, index, target);
}

/**
 * Whether the engine's checkpoint is that of the last confirmed batch, or of a later one that was begun. If not, it
 * lost its disk, was restored from a backup, or shares its index with another database.
 */
async function checkpointMatches(target: EngineIndex, { position, sending }: KnownIndex): Promise<boolean> {
  const noted = await withTimeout(target.position);
  if (noted === undefined) return position === 0;
  return position <= noted && noted <= sending;
}
