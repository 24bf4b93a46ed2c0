import type { IncomingMessage } from 'node:http';
import { createBatch, dayOf, foldQuery, hashOfQuery, isReader } from '@guidepost/desk/insights';
import { addressBlock } from '@guidepost/http';
import { createTokenBuckets } from '@guidepost/http/limits';
import { type Database, type Secret, sql } from '@guidepost/postgres';
import type { ReadGuide } from './read-guide.ts';

/** The results that a page has shown to a visitor. */
export interface ShownResults {
  tenantId: number;
  /** As typed. */
  query: string;
  /** The visitor's address. */
  address: string;
  /** The slugs of guides. */
  found: readonly string[];
}

/** Counts the guides that readers open from the results of a search. Nothing waits for it, and it never throws. */
export interface SearchLeads {
  /** Remembers what a visitor's latest search has found; in memory alone. */
  noteResults(shown: ShownResults, request: IncomingMessage): void;
  /** Counts the guide if the visitor's latest search has found it; once in half an hour for each search. */
  countOpened(guide: ReadGuide, address: () => string): void;
  /** Writes what was counted; what could not be written stays for the next time. @throws what the database throws */
  flush(): Promise<void>;
}

export interface SearchLeadsOptions {
  database: Database;
  secret: Secret;
  /** Milliseconds since 1970. */
  now: () => number;
}

interface LatestSearch {
  words: string;
  found: Set<string>;
  /** Milliseconds. */
  at: number;
}

interface PendingLead {
  tenantId: number;
  slug: string;
  words: string;
  day: string;
  times: number;
}

const addLeads = sql`
  -- $1: array of guides by slug and search. Guides that are gone do not count.
  insert into guide_searches as present (knowledge_base_id, guide_id, query, day, times)
  select g.knowledge_base_id, g.id, decode(s.query, 'hex') as query, s.day, sum(s.times)
  from json_to_recordset($1) as s (tenant_id bigint, slug text, query text, day date, times integer)
  join guides g on g.knowledge_base_id = s.tenant_id and g.slug = s.slug and g.published
  group by g.knowledge_base_id, g.id, s.query, s.day
  order by g.knowledge_base_id, g.id, s.query, s.day
  on conflict (knowledge_base_id, guide_id, query, day) do update set times = present.times + excluded.times
`;

/** Milliseconds in which a result is opened. */
const READING_RESULTS = 600_000;

const MOST_VISITORS = 10_000;

/** Results remembered of a search: several pages of them. */
const MOST_FOUND = 100;

/** The limit of a batch. */
const MOST_LEADS = 1_000;

const ONCE_PER_HALF_HOUR = { name: 'lead', points: 1, seconds: 30 * 60 };
const MOST_REMEMBERED = 20_000;

export function createSearchLeads({ database, secret, now }: SearchLeadsOptions): SearchLeads {
  // By visitor, the oldest first.
  const latest = new Map<string, LatestSearch>();
  const seen = createTokenBuckets(ONCE_PER_HALF_HOUR, { capacity: MOST_REMEMBERED, now });
  const batch = createBatch<PendingLead>({
    most: MOST_LEADS,
    keyOf: ({ day, tenantId, slug, words }) => `${day} ${tenantId} ${slug} ${words}`,
    join(sum, { times }) {
      sum.times += times;
    },
    async write(leads) {
      const key = await secret();
      const rows = leads.map(({ tenantId, slug, words, day, times }) => {
        const query = hashOfQuery(key, tenantId, words).toString('hex');
        return { tenant_id: tenantId, slug, query, day, times };
      });
      await database.none(addLeads([JSON.stringify(rows)]));
    },
  });

  function remember(visitor: string, search: LatestSearch): void {
    latest.delete(visitor);
    const [oldest] = latest.keys();
    if (latest.size === MOST_VISITORS && oldest !== undefined) latest.delete(oldest);
    latest.set(visitor, search);
  }

  return {
    noteResults({ tenantId, query, address, found }, request) {
      const words = isReader(request) ? foldQuery(query) : undefined;
      if (words === undefined) return;
      const visitor = `${tenantId} ${addressBlock(address)}`;
      const known = latest.get(visitor);
      const before = known?.words === words ? [...known.found] : [];
      remember(visitor, { words, found: new Set([...before, ...found].slice(-MOST_FOUND)), at: now() });
    },
    countOpened({ knowledgeBaseId: tenantId, reference: slug, isId }, address) {
      if (isId || latest.size === 0) return;
      const visitor = `${tenantId} ${addressBlock(address())}`;
      const search = latest.get(visitor);
      if (!search?.found.has(slug) || now() - search.at > READING_RESULTS) return;
      const { words } = search;
      if (!seen.take(`${visitor} ${slug} ${words}`).allowed) return;
      batch.add({ tenantId, slug, words, day: dayOf(now()), times: 1 });
    },
    flush: batch.flush,
  };
}
