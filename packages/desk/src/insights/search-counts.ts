import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addressBlock } from '@guidepost/http';
import { createTokenBuckets } from '@guidepost/http/limits';
import { type Executor, sql } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { createBatch, joinVisitors, ofTenants } from './batch.ts';
import { FEWEST_GROUPS, foldQuery, groupsOf, isReader, QUERY_BYTES } from './countable.ts';
import { dayOf } from './days.ts';
import { createFinishedSearches } from './finished-searches.ts';
import { type CountsOptions, createProgramCounts, type ProgramCounts } from './program-counts.ts';

export interface Searched {
  tenantId: number;
  /** As typed. */
  query: string;
  /** Whether nothing was found. */
  inVain: boolean;
  /** The visitor's address. */
  address: string;
}

/** Counts what people search for, and what programs do. Nothing waits for it, and it never throws. */
export interface SearchCounts {
  /** Programs are counted apart from people. */
  programs: Pick<ProgramCounts, 'countRead' | 'countSearch'>;
  /** Once per visitor and query in half an hour, unless a program asks that is known to be none of the readers. */
  countSearch(searched: Searched, request: IncomingMessage): void;
  /** Writes what was counted; what could not be written stays for the next time. @throws what the database throws */
  flush(): Promise<void>;
  /** Writes what is left, if possible. */
  close(): Promise<void>;
}

export interface SearchCountsOptions extends CountsOptions {
  logger: Logger;
}

const ONCE_PER_HALF_HOUR = { name: 'search', points: 1, seconds: 30 * 60 };
const MOST_REMEMBERED = 20_000;

/** A query of a batch: how often it was asked on a day, and by whom. */
interface PendingQuery {
  tenantId: number;
  day: string;
  words: string;
  searches: number;
  inVain: number;
  /** Addresses, which never leave memory. */
  visitors: Set<string>;
}

/** The limit of a batch. */
const MOST_QUERIES = 1_000;

export function createSearchCounts(options: SearchCountsOptions): SearchCounts {
  const { database, secret, logger, lockTenants, now = Date.now } = options;
  const programs = createProgramCounts(options);
  const batch = createBatch<PendingQuery>({
    most: MOST_QUERIES,
    keyOf: ({ day, tenantId, words }) => `${day} ${tenantId} ${words}`,
    join(sum, { searches, inVain, visitors }) {
      sum.searches += searches;
      sum.inVain += inVain;
      joinVisitors(sum.visitors, visitors);
    },
    async write(queries) {
      const key = await secret();
      await database.tx('add-searches', async (transaction) =>
        writeSearches(transaction, await ofTenants(transaction, lockTenants, queries), key),
      );
    },
  });
  const seen = createTokenBuckets(ONCE_PER_HALF_HOUR, { capacity: MOST_REMEMBERED, now });
  const finished = createFinishedSearches(({ tenantId, words, inVain, visitor }) => {
    if (!seen.take(`${tenantId} ${visitor} ${words}`).allowed) return;
    const visitors = new Set([visitor]);
    batch.add({ tenantId, day: dayOf(now()), words, searches: 1, inVain: Number(inVain), visitors });
  }, now);

  function flush(): Promise<void> {
    finished.settle();
    return together(batch.flush(), programs.flush());
  }

  return {
    programs,
    countSearch({ tenantId, query, inVain, address }, request) {
      const words = isReader(request) ? foldQuery(query) : undefined;
      if (words !== undefined) finished.add({ tenantId, words, inVain, visitor: addressBlock(address) });
    },
    flush,
    async close() {
      finished.settle(true);
      await flush().catch((err) => logger.warn({ err }, 'the last searches are lost'));
    },
  };
}

/** Both, even if one fails. @throws what the first that failed throws */
async function together(...writing: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(writing)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

const addSearches = sql.file(new URL('./sql/add-searches.sql', import.meta.url));

/** Identifies the folded words of a query of a tenant, and does not tell them. */
export function hashOfQuery(secret: string | Buffer, tenantId: number, words: string): Buffer {
  const parts = JSON.stringify([tenantId, 'query', words]);
  return createHmac('sha256', secret).update(parts).digest().subarray(0, QUERY_BYTES);
}

/** Adds searches in one statement. */
async function writeSearches(
  executor: Executor,
  queries: readonly PendingQuery[],
  secret: string | Buffer,
): Promise<void> {
  if (queries.length === 0) return;
  const hash = (...parts: unknown[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  const rows = queries.map(({ tenantId, words, day, searches, inVain, visitors }) => ({
    tenant_id: tenantId,
    query: hashOfQuery(secret, tenantId, words).toString('hex'),
    words,
    visitor_groups: groupsOf([...visitors].map((visitor) => hash(tenantId, 'visitor', words, visitor))),
    day,
    searches,
    in_vain: inVain,
  }));
  await executor.none(addSearches([JSON.stringify(rows), FEWEST_GROUPS]));
}
