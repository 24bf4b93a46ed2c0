import type { IncomingMessage } from 'node:http';
import { createTokenBuckets } from '@guidepost/access';
import { addressBlock } from '@guidepost/http';
import type { Database, Secret } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { dayOf } from './days.ts';
import { createFinishedSearches } from './finished-searches.ts';
import { foldQuery } from './fold-query.ts';
import { type Batch, createPendingCounts, type ReadGuide } from './pending-counts.ts';
import { isReader } from './reader.ts';
import { thinCounts } from './thin-counts.ts';
import { writeQueries, writeViews } from './write-counts.ts';

export interface Searched {
  knowledgeBaseId: number;
  /** As typed. */
  query: string;
  /** Whether nothing was found. */
  inVain: boolean;
  /** The visitor's address. */
  address: string;
}

/** Counts what readers open and search for. Nothing waits for it, and it never throws. */
export interface ReadingCounts {
  /** Unless a program that is known to be none of the readers asked. */
  countView(guide: ReadGuide, request: IncomingMessage): void;
  /** Once per visitor and query in half an hour. */
  countSearch(searched: Searched, request: IncomingMessage): void;
  /** Writes what was counted; what could not be written stays for the next time. @throws what the database throws */
  flush(): Promise<void>;
  /** Writes what is left, if possible. */
  close(): Promise<void>;
  worker: Worker;
}

export interface ReadingCountsOptions {
  database: Database;
  secret: Secret;
  logger: Logger;
  /** Milliseconds since 1970; the clock by default. */
  now?: () => number;
}

/** Milliseconds. */
const PAUSE = 10_000;
const LONGEST_PAUSE = 60_000;
const UNTIL_THINNING = 60_000;
const THINNING_INTERVAL = 3_600_000;

const ONCE_PER_HALF_HOUR = { name: 'search', points: 1, seconds: 30 * 60 };
const MOST_REMEMBERED = 20_000;

/** Of a batch. */
const MOST = { guides: 20_000, queries: 1_000 };

export function createReadingCounts({
  database,
  secret,
  logger,
  now = Date.now,
}: ReadingCountsOptions): ReadingCounts {
  const pending = createPendingCounts(MOST);
  const seen = createTokenBuckets(ONCE_PER_HALF_HOUR, { capacity: MOST_REMEMBERED, now });
  const finished = createFinishedSearches(({ knowledgeBaseId, words, inVain, visitor }) => {
    if (!seen.take(`${knowledgeBaseId} ${visitor} ${words}`).allowed) return;
    const visitors = new Set([visitor]);
    pending.addQuery({
      knowledgeBaseId,
      day: dayOf(now()),
      words,
      searches: 1,
      inVain: Number(inVain),
      visitors,
    });
  }, now);
  const today = createToday(now);
  let writing: Promise<void> = Promise.resolve();
  let nextThinning = now() + UNTIL_THINNING;

  async function write({ views, queries }: Batch): Promise<void> {
    try {
      await writeViews(database, views);
    } catch (error) {
      for (const view of views) pending.addViews(view);
      for (const query of queries) pending.addQuery(query);
      throw error;
    }
    try {
      await writeQueries(database, queries, await secret());
    } catch (error) {
      for (const query of queries) pending.addQuery(query);
      throw error;
    }
  }

  function flush(): Promise<void> {
    finished.settle();
    // After the batch being written, so that waiting for this one includes that one.
    writing = writing.catch(() => {}).then(() => write(pending.take()));
    return writing;
  }

  async function thin(): Promise<void> {
    if (now() < nextThinning) return;
    nextThinning = now() + THINNING_INTERVAL;
    await thinCounts(database, now(), (err, step) =>
      logger.warn({ err, step }, 'old counts are summed up and deleted later'),
    );
  }

  return {
    countView(guide, request) {
      if (isReader(request)) pending.addViews({ ...guide, day: today(), views: 1 });
    },
    countSearch({ knowledgeBaseId, query, inVain, address }, request) {
      const words = isReader(request) ? foldQuery(query) : undefined;
      if (words !== undefined)
        finished.add({ knowledgeBaseId, words, inVain, visitor: addressBlock(address) });
    },
    flush,
    async close() {
      finished.settle(true);
      await flush().catch((err) => logger.warn({ err }, 'the last views and searches are lost'));
    },
    worker: createBackgroundWork({
      async work() {
        await flush();
        await thin();
        return false;
      },
      pause: PAUSE,
      longestPause: LONGEST_PAUSE,
      onFailure: (err) => logger.warn({ err }, 'views and searches cannot be written; will retry'),
      onRecovery: () => logger.info('views and searches are written again'),
    }),
  };
}

/** Formats a day once. */
function createToday(now: () => number): () => string {
  let day = '';
  let ends = 0;
  return () => {
    const time = now();
    if (time >= ends) {
      day = dayOf(time);
      ends = Date.parse(day) + 86_400_000;
    }
    return day;
  };
}
