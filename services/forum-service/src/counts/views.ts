import { createTokenBuckets } from '@guidepost/access';
import type { Database } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { createPendingViews, type PendingBatch } from './pending-views.ts';
import { writeViews } from './write-views.ts';

/** What was viewed; minimal, since it is kept with each cached response. */
export interface Viewed {
  forumId: number;
  path: Readonly<Record<string, string>>;
}

export interface View {
  forumId: number;
  dialogId: number;
  client: string;
}

/** Counts views of dialogs, apart from requests. */
export interface Views {
  /** Once per client and dialog in 30 minutes. */
  count(view: View): void;
  /** Writes all counted views; failed writes are retried with the next batch. */
  flush(): Promise<void>;
}

export interface ViewsOptions {
  database: Database;
  logger: Logger;
  /** Monotonic milliseconds. */
  now?: () => number;
  /** Like `setTimeout`, without keeping the process alive. */
  schedule?: (work: () => void, delay: number) => void;
}

/** Per dialog and client. */
const ONCE_PER_HALF_HOUR = { name: 'view', points: 1, seconds: 30 * 60 };

/** Milliseconds. Each batch invalidates caches. */
const FLUSH_INTERVAL = 5 * 60_000;

/** Per batch; further dialogs are not counted. */
const MAX_DIALOGS = 100_000;

/**
 * Everything is in memory and bounded. Each client and dialog has a one-token bucket that refills in half an hour; a
 * batch is written five minutes after its first view.
 */
export function createViews({ database, logger, now, schedule = scheduleTimer }: ViewsOptions): Views {
  const seen = createTokenBuckets(ONCE_PER_HALF_HOUR, now && { now });
  const pending = createPendingViews(MAX_DIALOGS);
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
      logger.warn({ err: error }, 'cannot write views of dialogs; will retry');
      for (const [dialogId, views] of byDialog) add(forumId, dialogId, views);
    }
  }

  async function writeAll(batch: PendingBatch): Promise<void> {
    for (const [forumId, byDialog] of batch) await write(forumId, byDialog);
  }

  function flush(): Promise<void> {
    due = false;
    const batch = pending.take();
    // After a batch being written, so that waiting for this one includes that one.
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
