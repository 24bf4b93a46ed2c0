import {
  createHitCounts,
  createMissCounts,
  dayOf,
  type HitCounts,
  KEPT_DAYS,
  type MissCounts,
  MOST_SINGLE_DAYS,
  type OnFailedStep,
  runSteps,
  sumUpDays,
} from '@guidepost/desk/insights';
import { type Database, type Executor, type Secret, sql } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { lockForums } from '../tenants/find-forum.ts';

const addHits = sql`
  -- $1: array of hits of addresses by day. Addresses that are gone do not count.
  insert into address_hits as present (forum_id, address_id, day, hits)
  select s.tenant_id, s.address_id, s.day, s.hits
  from json_to_recordset($1) as s (tenant_id bigint, address_id bigint, day date, hits integer)
  where exists (select from addresses a where a.forum_id = s.tenant_id and a.id = s.address_id)
  order by s.tenant_id, s.address_id, s.day
  on conflict (forum_id, address_id, day) do update set hits = present.hits + excluded.hits
`;
const sumUpHits = sumUpDays({
  table: sql.part`address_hits`,
  keys: sql.part`forum_id, address_id`,
  counts: sql.part`hits`,
  sums: sql.part`sum(hits)`,
  adding: sql.part`hits = present.hits + excluded.hits`,
});

/** Counts what readers ask for at old addresses, found or not. */
export interface AddressCounts extends HitCounts, MissCounts {
  close(): Promise<void>;
}

interface AddressCountsOptions {
  database: Database;
  secret: Secret;
  logger: Logger;
}

export function createAddressCounts({ database, secret, logger }: AddressCountsOptions): AddressCounts {
  const hits = createHitCounts({ database, add: (rows) => addHits([rows]) });
  const misses = createMissCounts({ database, secret, lockTenants: lockForums });

  /** All of them, even if one fails. */
  async function flush(): Promise<void> {
    const outcomes = await Promise.allSettled([hits.flush(), misses.flush()]);
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  return {
    countHit: hits.countHit,
    countMiss: misses.countMiss,
    flush,
    close: () => flush().catch((err) => logger.warn({ err }, 'the last hits of addresses are lost')),
  };
}

const DAY = 86_400_000;

/** Sums up old days by month, and deletes what is too old. */
export async function thinHits(executor: Executor, now: number, onFailure: OnFailedStep): Promise<void> {
  const daysAgo = (days: number) => dayOf(now - days * DAY);
  const sum = sumUpHits([daysAgo(MOST_SINGLE_DAYS), daysAgo(KEPT_DAYS)]);
  await runSteps(executor, { 'sum up hits of addresses': sum }, onFailure);
}
