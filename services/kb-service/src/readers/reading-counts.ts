import type { IncomingMessage } from 'node:http';
import {
  createBatch,
  createCountsWorker,
  createHitCounts,
  createMissCounts,
  createSearchCounts,
  dayOf,
  type HitCounts,
  isReader,
  type MissCounts,
  type SearchCounts,
} from '@guidepost/desk/insights';
import type { Clients } from '@guidepost/http';
import { type Database, type Executor, type Secret, sql } from '@guidepost/postgres';
import type { Logger, Worker } from '@guidepost/service-kit';
import { lockKnowledgeBases } from '../tenants/find-knowledge-base.ts';
import type { ReadGuide } from './read-guide.ts';
import { createSearchLeads, type SearchLeads } from './search-leads.ts';
import { thinCounts } from './thin-counts.ts';

const addHits = sql`
  -- $1: array of hits of addresses by day. Addresses that are gone do not count.
  insert into address_hits as present (knowledge_base_id, address_id, day, hits)
  select s.tenant_id, s.address_id, s.day, s.hits
  from json_to_recordset($1) as s (tenant_id bigint, address_id bigint, day date, hits integer)
  where exists (select from addresses a where a.knowledge_base_id = s.tenant_id and a.id = s.address_id)
  order by s.tenant_id, s.address_id, s.day
  on conflict (knowledge_base_id, address_id, day) do update set hits = present.hits + excluded.hits
`;
const addViews = sql.file(new URL('./sql/add-views.sql', import.meta.url));

/** Counts what readers open, search for and ask for in vain. Nothing waits for it, and it never throws. */
export interface ReadingCounts
  extends SearchCounts,
    Pick<SearchLeads, 'noteResults'>,
    Pick<HitCounts, 'countHit'>,
    Pick<MissCounts, 'countMiss'> {
  /** Unless a program that is known to be none of the readers asked. */
  countView(guide: ReadGuide, request: IncomingMessage): void;
  worker: Worker;
}

export interface ReadingCountsOptions {
  database: Database;
  secret: Secret;
  clients: Pick<Clients, 'addressOf'>;
  logger: Logger;
  /** Milliseconds since 1970; the clock by default. */
  now?: () => number;
}

interface PendingView extends ReadGuide {
  day: string;
  views: number;
}

/** The most entries of a batch. */
const MOST_GUIDES = 20_000;

export function createReadingCounts(options: ReadingCountsOptions): ReadingCounts {
  const { database, clients, logger, now = Date.now } = options;
  const views = createBatch<PendingView>({
    most: MOST_GUIDES,
    keyOf: ({ day, knowledgeBaseId, reference, isId }) =>
      `${day} ${knowledgeBaseId} ${isId ? '#' : ''}${reference}`,
    join(sum, { views: more }) {
      sum.views += more;
    },
    write: (counted) => writeViews(database, counted),
  });
  const hits = createHitCounts({ database, add: (rows) => addHits([rows]), now });
  const misses = createMissCounts({ ...options, lockTenants: lockKnowledgeBases });
  const searches = createSearchCounts({ ...options, lockTenants: lockKnowledgeBases });
  const leads = createSearchLeads({ ...options, now });
  const today = createToday(now);
  let writing: Promise<void> = Promise.resolve();

  /** All of them, even if one fails. */
  async function write(): Promise<void> {
    const flushes = [views.flush(), hits.flush(), searches.flush(), leads.flush(), misses.flush()];
    const outcomes = await Promise.allSettled(flushes);
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  function flush(): Promise<void> {
    // After the batch being written, so that waiting for this one includes that one.
    writing = writing.catch(() => {}).then(write);
    return writing;
  }

  function thin(): Promise<void> {
    return thinCounts(database, now(), (err, step) =>
      logger.warn({ err, step }, 'old counts are summed up and deleted later'),
    );
  }

  return {
    countView(guide, request) {
      if (!isReader(request)) return;
      views.add({ ...guide, day: today(), views: 1 });
      leads.countOpened(guide, () => clients.addressOf(request));
    },
    countHit: hits.countHit,
    countSearch: searches.countSearch,
    programs: searches.programs,
    noteResults: leads.noteResults,
    countMiss: misses.countMiss,
    flush,
    async close() {
      await flush().catch((err) => logger.warn({ err }, 'the last views are lost'));
      await searches.close();
    },
    worker: createCountsWorker({ counted: 'views and searches', flush, thin, logger, now }),
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

/** Adds views in one statement. Guides that are gone do not count. */
async function writeViews(executor: Executor, views: readonly PendingView[]): Promise<void> {
  const rows = views.map(({ knowledgeBaseId, reference, isId, day, views: count }) => ({
    knowledge_base_id: knowledgeBaseId,
    slug: isId ? null : reference,
    id: /^[1-9]\d{0,15}$/.test(reference) ? reference : null,
    day,
    views: count,
  }));
  await executor.none(addViews([JSON.stringify(rows)]));
}
