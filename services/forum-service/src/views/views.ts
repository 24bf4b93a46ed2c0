import { createTokenBuckets } from '@guidepost/access';
import type { Database } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { createPendingViews, type PendingBatch } from './pending-views.ts';
import { writeViews } from './write-views.ts';

/** What somebody has looked at; no more than that, since it is kept with each answer that is kept. */
export interface Viewed {
  forumId: number;
  /** By the names in the route's pattern. */
  path: Readonly<Record<string, string>>;
}

/** Somebody looks at a dialog. */
export interface View {
  forumId: number;
  dialogId: number;
  /** Whoever looks, as far as that can be told. */
  client: string;
}

/** Counts how often dialogs are looked at, apart from the requests that do. */
export interface Views {
  /** Once for each client and dialog in half an hour. */
  count(view: View): void;
  /** Writes what was counted until now; what cannot be written is kept for the next time. */
  flush(): Promise<void>;
}

export interface ViewsOptions {
  database: Database;
  logger: Logger;
  /** Milliseconds that only grow. */
  now?: () => number;
  /** Does something later, in milliseconds, unless the process ends before. */
  schedule?: (work: () => void, delay: number) => void;
}

/** Of the same dialog by the same client. */
const ONCE_IN_HALF_AN_HOUR = { name: 'view', points: 1, seconds: 30 * 60 };

/** Milliseconds. Each batch is a change that caches hear of. */
const FLUSH_INTERVAL = 5 * 60_000;

/** Between two batches; what is viewed beyond that is not counted. */
const MOST_DIALOGS = 100_000;

/**
 * Everything is in memory and bounded. Who has seen what is a bucket of one token that takes half an hour to fill; a
 * batch is due five minutes after the first view that it holds.
 */
export function createViews({ database, logger, now, schedule = scheduleTimer }: ViewsOptions): Views {
  const seen = createTokenBuckets(ONCE_IN_HALF_AN_HOUR, now && { now });
  const pending = createPendingViews(MOST_DIALOGS);
  let due = false;
  let written = Promise.resolve();

  function add(forumId: number, dialogId: number, views: number): void {
    pending.add(forumId, dialogId, views);
    if (due) return;
    due = true;
    schedule(() => void flush(), FLUSH_INTERVAL);
  }

  async function write(forumId: number, byDialog: Map<number, number>): Promise<void> {
    try {
      await writeViews(database, forumId, byDialog);
    } catch (error) {
      logger.warn({ err: error }, 'views of dialogs could not be written yet');
      for (const [dialogId, views] of byDialog) add(forumId, dialogId, views);
    }
  }

  async function writeAll(batch: PendingBatch): Promise<void> {
    for (const [forumId, byDialog] of batch) await write(forumId, byDialog);
  }

  function flush(): Promise<void> {
    due = false;
    const batch = pending.take();
    // Behind a batch that is being written, so that whoever waits for this one waits for that one, too.
    written = written.then(() => writeAll(batch));
    return written;
  }

  return {
    count({ forumId, dialogId, client }) {
      if (seen.take(`${forumId}:${dialogId}:${client}`).allowed) add(forumId, dialogId, 1);
    },
    flush,
  };
}

function scheduleTimer(work: () => void, delay: number): void {
  setTimeout(work, delay).unref();
}
