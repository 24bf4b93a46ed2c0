import { type BoundStatement, type Executor, type SqlPart, type Statement, sql } from '@guidepost/postgres';
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

/** A table of counts by day, with the names of its columns besides `day`. */
interface CountsTable {
  table: SqlPart;
  /** The tenant first. */
  keys: SqlPart;
  /** `sum(views)` */
  sums: SqlPart;
  counts: SqlPart;
  /** `views = present.views + excluded.views` */
  adding: SqlPart;
}

/** A statement that sums up old days of a table by month: those of months that ended before its first value. */
export function sumUpDays({ table, keys, counts, sums, adding }: CountsTable): Statement {
  return sql`
    -- Adds the days of the months that ended before $1 to their first days, and deletes months before that of $2.
    with old as (
      delete from ${table}
      where day < date_trunc('month', $1::date) and day <> date_trunc('month', day)
        or day < date_trunc('month', $2::date)
      returning ${keys}, date_trunc('month', day)::date as month, day, ${counts}
    )
    insert into ${table} as present (${keys}, day, ${counts})
    select ${keys}, month, ${sums}
    from old
    where day >= date_trunc('month', $2::date)
    group by ${keys}, month
    order by ${keys}, month
    on conflict (${keys}, day) do update set ${adding}
  `;
}

const searches = {
  counts: sql.part`searches, in_vain`,
  sums: sql.part`sum(searches), sum(in_vain)`,
  adding: sql.part`searches = present.searches + excluded.searches, in_vain = present.in_vain + excluded.in_vain`,
};
const sumUpSearches = sumUpDays({
  table: sql.part`searches_by_query`,
  keys: sql.part`tenant_id, query`,
  ...searches,
});
const sumUpSearchTotals = sumUpDays({
  table: sql.part`searches_by_day`,
  keys: sql.part`tenant_id`,
  ...searches,
});
const sumUpMisses = sumUpDays({
  table: sql.part`misses_by_path`,
  keys: sql.part`tenant_id, path_hash`,
  counts: sql.part`misses`,
  sums: sql.part`sum(misses)`,
  adding: sql.part`misses = present.misses + excluded.misses`,
});
const sumUpUses = sumUpDays({
  table: sql.part`program_uses`,
  keys: sql.part`tenant_id, program`,
  counts: sql.part`reads, searches, in_vain`,
  sums: sql.part`sum(reads), sum(searches), sum(in_vain)`,
  adding: sql.part`reads = present.reads + excluded.reads, searches = present.searches + excluded.searches,
    in_vain = present.in_vain + excluded.in_vain`,
});
const sumUpProgramQueries = sumUpDays({
  table: sql.part`program_queries_by_day`,
  keys: sql.part`tenant_id, query`,
  counts: sql.part`in_vain`,
  sums: sql.part`sum(in_vain)`,
  adding: sql.part`in_vain = present.in_vain + excluded.in_vain`,
});

/** A kind of query or path, with the names of its columns. */
interface Asked {
  table: SqlPart;
  counts: SqlPart;
  key: SqlPart;
  /** Null until enough have asked. */
  said: SqlPart;
  /** How many have asked. */
  many: SqlPart;
}

/** A statement that forgets what has no counts, and what few have asked for. */
function forgetAsked({ table, counts, key, said, many }: Asked): Statement {
  return sql`
    -- Across tenants: a worker cleans up.
    -- Deletes what has no counts, and what too few have asked for: not since $1, or beyond the latest $2 of a tenant.
    delete from ${table} q
    where not exists (
        select from ${counts} c where c.tenant_id = q.tenant_id and c.${key} = q.${key}
      )
      or (q.${said} is null and q.asked_on < $1)
      or (q.tenant_id, q.${key}) in (
        select rare.tenant_id, rare.${key}
        from (
          select r.tenant_id, r.${key}, row_number() over (
              partition by r.tenant_id order by r.asked_on desc, ${many} desc
            ) as place
          from ${table} r
          where r.${said} is null
        ) rare
        where rare.place > $2
      )
  `;
}

const visitors = sql.part`bit_count(r.visitor_groups::bit(16))`;
const forgetQueries = forgetAsked({
  table: sql.part`searched_queries`,
  counts: sql.part`searches_by_query`,
  key: sql.part`query`,
  said: sql.part`words`,
  many: visitors,
});
const forgetPaths = forgetAsked({
  table: sql.part`missed_paths`,
  counts: sql.part`misses_by_path`,
  key: sql.part`path_hash`,
  said: sql.part`path`,
  many: visitors,
});
const forgetProgramQueries = forgetAsked({
  table: sql.part`program_queries`,
  counts: sql.part`program_queries_by_day`,
  key: sql.part`query`,
  said: sql.part`words`,
  many: sql.part`bit_count(r.half_hours::bit(16))`,
});

export type OnFailedStep = (error: unknown, step: string) => void;

/**
 * Sums up old days of searches, misses and uses by month, and deletes what is too old. Several instances may do it at
 * once.
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
    'sum up uses by programs': sumUpUses(values),
    'sum up searches by programs': sumUpProgramQueries(values),
    'forget queries of programs': forgetProgramQueries([daysAgo(RARE_KEPT), MOST_RARE]),
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
