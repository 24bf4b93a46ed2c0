import { type BoundStatement, type Executor, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { dayOf, KEPT_DAYS, MOST_SINGLE_DAYS } from './days.ts';

export interface CountsWorkerOptions {
  /** For the log. */
  counted: string;
  flush: () => Promise<void>;
  /** Sums up and deletes old counts; every hour. */
  thin: () => Promise<void>;
  logger: Logger;
  /** Milliseconds; the clock by default. */
  now?: () => number;
}

/** Milliseconds. */
const PAUSE = 10_000;
const LONGEST_PAUSE = 60_000;
const UNTIL_THINNING = 60_000;
const THINNING_INTERVAL = 3_600_000;

/** Writes counts every ten seconds. */
export function createCountsWorker({
  counted,
  flush,
  thin,
  logger,
  now = Date.now,
}: CountsWorkerOptions): Worker {
  let nextThinning = now() + UNTIL_THINNING;

  async function thinWhenDue(): Promise<void> {
    if (now() < nextThinning) return;
    nextThinning = now() + THINNING_INTERVAL;
    await thin();
  }

  return createBackgroundWork({
    async work() {
      await flush();
      await thinWhenDue();
      return false;
    },
    pause: PAUSE,
    longestPause: LONGEST_PAUSE,
    onFailure: (err) => logger.warn({ err }, `${counted} cannot be written; will retry`),
    onRecovery: () => logger.info(`${counted} are written again`),
  });
}

const DAY = 86_400_000;

/** Days that queries are remembered that fewer than three visitors asked, and how many of a tenant. */
const RARE_KEPT = 30;
const MOST_RARE = 100_000;

const sumUpSearches = sql`
  -- Adds the days of the months that ended before $1 to their first days, and deletes months before that of $2.
  with old as (
    delete from searches_by_query
    where day < date_trunc('month', $1::date) and day <> date_trunc('month', day)
      or day < date_trunc('month', $2::date)
    returning tenant_id, query, date_trunc('month', day)::date as month, day, searches, in_vain
  )
  insert into searches_by_query as present (tenant_id, query, day, searches, in_vain)
  select tenant_id, query, month, sum(searches), sum(in_vain)
  from old
  where day >= date_trunc('month', $2::date)
  group by tenant_id, query, month
  order by tenant_id, query, month
  on conflict (tenant_id, query, day) do update
    set searches = present.searches + excluded.searches, in_vain = present.in_vain + excluded.in_vain
`;
const sumUpSearchTotals = sql`
  -- Adds the days of the months that ended before $1 to their first days, and deletes months before that of $2.
  with old as (
    delete from searches_by_day
    where day < date_trunc('month', $1::date) and day <> date_trunc('month', day)
      or day < date_trunc('month', $2::date)
    returning tenant_id, date_trunc('month', day)::date as month, day, searches, in_vain
  )
  insert into searches_by_day as present (tenant_id, day, searches, in_vain)
  select tenant_id, month, sum(searches), sum(in_vain)
  from old
  where day >= date_trunc('month', $2::date)
  group by tenant_id, month
  order by tenant_id, month
  on conflict (tenant_id, day) do update
    set searches = present.searches + excluded.searches, in_vain = present.in_vain + excluded.in_vain
`;
const forgetQueries = sql`
  -- Across tenants: a worker cleans up.
  -- Deletes queries without counts, and those that fewer than three visitors asked: not since $1, or beyond the latest
  -- $2 of a tenant.
  delete from searched_queries q
  where not exists (
      select from searches_by_query c where c.tenant_id = q.tenant_id and c.query = q.query
    )
    or (q.words is null and q.asked_on < $1)
    or (q.tenant_id, q.query) in (
      select rare.tenant_id, rare.query
      from (
        select r.tenant_id, r.query, row_number() over (
            partition by r.tenant_id order by r.asked_on desc, bit_count(r.visitor_groups::bit(16)) desc
          ) as place
        from searched_queries r
        where r.words is null
      ) rare
      where rare.place > $2
    )
`;

const sumUpMisses = sql`
  -- Adds the days of the months that ended before $1 to their first days, and deletes months before that of $2.
  with old as (
    delete from misses_by_path
    where day < date_trunc('month', $1::date) and day <> date_trunc('month', day)
      or day < date_trunc('month', $2::date)
    returning tenant_id, path_hash, date_trunc('month', day)::date as month, day, misses
  )
  insert into misses_by_path as present (tenant_id, path_hash, day, misses)
  select tenant_id, path_hash, month, sum(misses)
  from old
  where day >= date_trunc('month', $2::date)
  group by tenant_id, path_hash, month
  order by tenant_id, path_hash, month
  on conflict (tenant_id, path_hash, day) do update set misses = present.misses + excluded.misses
`;
const forgetPaths = sql`
  -- Across tenants: a worker cleans up.
  -- Deletes paths without counts, and those that fewer than three visitors asked for: not since $1, or beyond the
  -- latest $2 of a tenant.
  delete from missed_paths p
  where not exists (
      select from misses_by_path m where m.tenant_id = p.tenant_id and m.path_hash = p.path_hash
    )
    or (p.path is null and p.asked_on < $1)
    or (p.tenant_id, p.path_hash) in (
      select rare.tenant_id, rare.path_hash
      from (
        select r.tenant_id, r.path_hash, row_number() over (
            partition by r.tenant_id order by r.asked_on desc, bit_count(r.visitor_groups::bit(16)) desc
          ) as place
        from missed_paths r
        where r.path is null
      ) rare
      where rare.place > $2
    )
`;

export type OnFailedStep = (error: unknown, step: string) => void;

/**
 * Sums up old days of searches and misses by month, and deletes what is too old. Several instances may do it at once.
 */
export function thinSearches(executor: Executor, now: number, onFailure: OnFailedStep): Promise<void> {
  const daysAgo = (days: number) => dayOf(now - days * DAY);
  const values = [daysAgo(MOST_SINGLE_DAYS), daysAgo(KEPT_DAYS)];
  const steps = {
    'sum up searches': sumUpSearches(values),
    'sum up totals of searches': sumUpSearchTotals(values),
    'forget queries': forgetQueries([daysAgo(RARE_KEPT), MOST_RARE]),
    'sum up misses': sumUpMisses(values),
    'forget paths': forgetPaths([daysAgo(RARE_KEPT), MOST_RARE]),
  };
  return runSteps(executor, steps, onFailure);
}

/** Runs statements by name, one after the other. One that fails does not keep the others from being run. */
export async function runSteps(
  executor: Executor,
  steps: Readonly<Record<string, BoundStatement>>,
  onFailure: OnFailedStep,
): Promise<void> {
  for (const [step, statement] of Object.entries(steps)) {
    await executor.none(statement).catch((error: unknown) => onFailure(error, step));
  }
}
