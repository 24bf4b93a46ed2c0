import type { IncomingMessage } from 'node:http';
import { addressBlock } from '@guidepost/http';
import { createTokenBuckets } from '@guidepost/http/limits';
import { bumpRevision, type Database, sql } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { FORUM_REVISIONS } from '../model/forum.ts';

const addViews = sql`
  -- $1 forum, $2 dialogs, $3 views of each. Locked in order of id, so that concurrent instances wait instead of
  -- deadlocking.
  with viewed as (
    select d.id, v.views
    from unnest($2::bigint[], $3::bigint[]) as v (id, views)
    join dialogs d on d.forum_id = $1 and d.id = v.id
    order by d.id
    for no key update of d
  )
  update dialogs d
  set views = d.views + v.views
  from viewed v
  where d.forum_id = $1 and d.id = v.id
`;

type PendingBatch = readonly [forumId: number, byDialog: Map<number, number>][];

interface PendingViews {
  /** Ignores further dialogs at the maximum. */
  add(forumId: number, dialogId: number, views: number): void;
  take(): PendingBatch;
}

/** A viewed page; minimal, since it is kept with each cached response. */
interface Viewed {
  forumId: number;
  path: Readonly<Record<string, string>>;
}

interface View {
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

interface ViewsOptions {
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

/** @param most maximum number of dialogs, about 100 bytes each */
export function createPendingViews(most: number): PendingViews {
  let forums = new Map<number, Map<number, number>>();
  let dialogs = 0;

  return {
    add(forumId, dialogId, views) {
      const byDialog = forums.get(forumId) ?? new Map<number, number>();
      const before = byDialog.get(dialogId);
      if (before === undefined && dialogs === most) return;
      if (before === undefined) dialogs += 1;
      forums.set(forumId, byDialog.set(dialogId, (before ?? 0) + views));
    },
    take() {
      const taken = [...forums];
      forums = new Map();
      dialogs = 0;
      return taken;
    },
  };
}

/** Adds views to dialogs and updates their popularity, as one change of the forum. */
async function writeViews(
  database: Database,
  forumId: number,
  byDialog: ReadonlyMap<number, number>,
): Promise<void> {
  await database.tx(async (transaction) => {
    const { rowCount } = await transaction.result(
      addViews([forumId, [...byDialog.keys()], [...byDialog.values()]]),
    );
    if (rowCount > 0) await bumpRevision(transaction, FORUM_REVISIONS, forumId);
  });
}

export type OnViewed = (viewed: Viewed, client: string) => void;

/** Reports an answered request as a view by its client; HEAD requests do not count. Kept with cached answers. */
export function trackViews(
  onViewed: OnViewed | undefined,
  viewed: Viewed,
  addressOf: (request: IncomingMessage) => string,
): ((request: IncomingMessage) => void) | undefined {
  if (!onViewed) return undefined;
  return (request) => {
    if (request.method === 'GET') onViewed(viewed, addressBlock(addressOf(request)));
  };
}
