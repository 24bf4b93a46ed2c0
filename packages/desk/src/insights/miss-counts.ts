import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addressBlock } from '@guidepost/http';
import { createTokenBuckets } from '@guidepost/http/limits';
import { type Executor, sql } from '@guidepost/postgres';
import { createBatch, joinVisitors, ofTenants } from './batch.ts';
import { E_MAIL_ADDRESS, FEWEST_GROUPS, groupsOf, isReader, QUERY_BYTES } from './countable.ts';
import { dayOf, lastDays } from './days.ts';
import type { SearchesRequest } from './list-searches.ts';
import type { CountsOptions } from './program-counts.ts';

export interface Missed {
  tenantId: number;
  /** The same for all spellings of a path, by which it is counted. */
  key: string;
  /** As staff see it. */
  path: string;
  /** The visitor's address. */
  address: string;
}

/** A path at which visitors found nothing. */
export interface MissedPath {
  path: string;
  misses: number;
}

/**
 * Counts the paths at which people find nothing, as searches are counted. Nothing waits for it, and it never throws.
 */
export interface MissCounts {
  /** Once per visitor and path in half an hour, unless a program asks that is known to be none of the readers. */
  countMiss(missed: Missed, request: IncomingMessage): void;
  /** Writes what was counted; what could not be written stays for the next time. @throws what the database throws */
  flush(): Promise<void>;
}

interface PendingMiss {
  tenantId: number;
  day: string;
  key: string;
  path: string;
  misses: number;
  /** Addresses, which never leave memory. */
  visitors: Set<string>;
}

const addMisses = sql.file(new URL('./sql/add-misses.sql', import.meta.url));
const listMisses = sql`
  -- The $3 paths that visitors most often asked for in vain since the day $2.
  select p.path, counted.misses
  from (
    select m.path_hash, sum(m.misses) as misses
    from misses_by_path m
    where m.tenant_id = $1 and m.day >= $2::date
    group by m.path_hash
  ) counted
  join missed_paths p on p.tenant_id = $1 and p.path_hash = counted.path_hash and p.path is not null
  order by counted.misses desc, p.path
  limit $3
`;

const ONCE_PER_HALF_HOUR = { name: 'miss', points: 1, seconds: 30 * 60 };
const MOST_REMEMBERED = 20_000;

/** The limit of a batch. */
const MOST_PATHS = 1_000;

/** Characters; longer paths are not listed. */
const LONGEST = 200;

/** Paths of other software that programs try everywhere, and those that browsers and crawlers ask for by themselves. */
const PROBED_FILES =
  /\.(?:php\d?|aspx?|jsp|cgi|env|ini|sql|bak|old|zip|gz|tgz|rar|7z|ya?ml|log|pem|key|cfg|conf|db)(?:\/|$)/i;
const PROBED_PARTS =
  /^(?:\..*|wp-.*|xmlrpc.*|cgi-bin|phpmyadmin|pma|phpunit|actuator|autodiscover|owa|node_modules|solr|boaform|hnap1)$/i;
const ASKED_BY_ITSELF =
  /^\/(?:favicon\.ico|apple-touch-icon.*|browserconfig\.xml|(?:app-)?ads\.txt|humans\.txt|security\.txt|llms\.txt)$/i;

/** Whether programs ask for a path everywhere, or browsers by themselves: `/wp-login.php`, `/.env`. */
export function isProbe(path: string): boolean {
  const [asked = ''] = path.split('?', 1);
  if (PROBED_FILES.test(asked) || ASKED_BY_ITSELF.test(asked)) return true;
  return asked.split('/').some((part) => PROBED_PARTS.test(part));
}

export function createMissCounts({
  database,
  secret,
  lockTenants,
  now = Date.now,
}: CountsOptions): MissCounts {
  const seen = createTokenBuckets(ONCE_PER_HALF_HOUR, { capacity: MOST_REMEMBERED, now });
  const batch = createBatch<PendingMiss>({
    most: MOST_PATHS,
    keyOf: ({ day, tenantId, key }) => `${day} ${tenantId} ${key}`,
    join(sum, { misses, visitors }) {
      sum.misses += misses;
      joinVisitors(sum.visitors, visitors);
    },
    async write(misses) {
      const key = await secret();
      await database.tx('add-misses', async (transaction) => {
        const known = await ofTenants(transaction, lockTenants, misses);
        if (known.length > 0)
          await transaction.none(addMisses([JSON.stringify(rowsOf(known, key)), FEWEST_GROUPS]));
      });
    },
  });
  return {
    countMiss({ tenantId, key, path, address }, request) {
      if (!isReader(request) || Array.from(path).length > LONGEST || E_MAIL_ADDRESS.test(path)) return;
      const visitor = addressBlock(address);
      if (!seen.take(`${tenantId} ${visitor} ${key}`).allowed) return;
      batch.add({ tenantId, day: dayOf(now()), key, path, misses: 1, visitors: new Set([visitor]) });
    },
    flush: batch.flush,
  };
}

function rowsOf(misses: readonly PendingMiss[], secret: string | Buffer): object[] {
  const hash = (...parts: unknown[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  return misses.map(({ tenantId, key, path, day, misses: count, visitors }) => ({
    tenant_id: tenantId,
    path_hash: hash(tenantId, 'path', key).subarray(0, QUERY_BYTES).toString('hex'),
    path,
    visitor_groups: groupsOf([...visitors].map((visitor) => hash(tenantId, 'visitor of path', key, visitor))),
    day,
    misses: count,
  }));
}

/** Paths at which visitors found nothing, the most frequent first. */
export function listMissedPaths(
  executor: Executor,
  { tenantId, days, limit }: SearchesRequest,
): Promise<MissedPath[]> {
  return executor.any<MissedPath>(listMisses([tenantId, lastDays(days).from, limit]));
}
