import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { EngineIndex } from '../port/search-engine.ts';
import {
  type Change,
  columnsOf,
  type Delivery,
  deliverChanges,
  type LoadDocuments,
} from './deliver-changes.ts';
import { type EngineAccount, type KnownIndex, requireIndex, startIndexAnew } from './engine-indexes.ts';
import { untilAborted, withPatience } from './patience.ts';

/** From where to where, and who hears of it. */
export interface EngineFeed extends EngineAccount, Pick<Delivery, 'onSetAside'> {
  load: LoadDocuments;
  /** Hears when an index has to be filled from the beginning, and when it answers searches. */
  onRefill: (name: string) => void;
  onReady: (name: string) => void;
}

/** What was done in one go. */
export interface Fed {
  changes: number;
  /** Whether that was all that waited. */
  complete: boolean;
}

/** Any constant does; the other half of the key is the index. */
const LOCK_CLASS = 1_701_209_447;

/** An engine takes thousands as quickly as one; their texts are bounded by what fits into memory. */
const BATCH = 1_000;

const sql = (name: string) => preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url));
const listBacklog = sql('list-backlog');
const countBacklog = sql('count-backlog');
const beginBatch = sql('begin-batch');
const finishBatch = sql('finish-batch');
const sendAgain = sql('send-again');
const setAside = sql('set-aside-in-backlog');
const openIndex = sql('open-index');

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
  if (!(await holdsWhatItDid(target, index))) {
    feed.onRefill(index.name);
    await startIndexAnew(feed, index);
    return { changes: 0, complete: false };
  }
  if (index.position === 0) await target.prepare();
  return deliverBatch(feed, index, target);
}

/**
 * Whether the engine's own note is of the last batch that it confirmed, or of one that was begun later and whose end
 * nobody saw. Else it has lost its disk or got an older one back, or its index is somebody else's, too.
 */
async function holdsWhatItDid(target: EngineIndex, { position, sending }: KnownIndex): Promise<boolean> {
  const noted = await withPatience(target.position);
  if (noted === undefined) return position === 0;
  return position <= noted && noted <= sending;
}

async function deliverBatch(feed: EngineFeed, index: KnownIndex, target: EngineIndex): Promise<Fed> {
  const { database, load, onSetAside, onReady } = feed;
  const { id, name, ready } = index;
  const changes = await database.any<Change>(listBacklog([id, BATCH]));
  if (changes.length === 0 && ready) return { changes: 0, complete: true };
  let batch = index.sending;
  let isOurs = true;
  const delivery: Delivery = {
    load,
    async send(loaded, sent) {
      const begun = await database.oneOrNone<{ sending: number }>(beginBatch([id, batch]));
      isOurs &&= begun !== null;
      if (!begun) return;
      batch = begun.sending;
      await target.feed(loaded, batch);
      await finish(feed, { id, batch, sent });
    },
    setAside: ({ tenant_id, document_id, change }, reason) =>
      database.none(setAside([id, tenant_id, document_id, change, reason])),
    onSetAside,
  };
  const delivered = await deliverChanges(delivery, changes);
  const complete = isOurs && delivered === changes.length && delivered < BATCH;
  if (complete && (await database.oneOrNone(openIndex([id, batch])))) onReady(name);
  return { changes: delivered, complete };
}

/**
 * Somebody else may feed the index by now, if the lock went with a connection that was cut: what was sent may have
 * replaced something newer then.
 */
async function finish(
  { database }: EngineFeed,
  { id, batch, sent }: { id: number; batch: number; sent: readonly Change[] },
): Promise<void> {
  const [tenants, documents, changes] = columnsOf(sent);
  const { confirmed } = await database.one<{ confirmed: boolean }>(
    finishBatch([id, batch, tenants, documents, changes]),
  );
  if (!confirmed) await database.none(sendAgain([id, tenants, documents]));
}
