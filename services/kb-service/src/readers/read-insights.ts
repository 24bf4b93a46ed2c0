import {
  countedFrom,
  type Days,
  daysBefore,
  lastDays,
  listMissedPaths,
  listMostSearched as listMost,
  listNotFoundQueries as listNotFound,
  type Period,
  stepsOf,
  sumOfDays,
} from '@guidepost/desk/insights';
import { type Executor, type Statement, sql } from '@guidepost/postgres';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';

export interface InsightsRequest {
  host: string;
  /** Days to look back, today included. */
  days: number;
  /** Rows. */
  limit: number;
}

/** A day, or a month by its first day. */
export interface Step {
  day: string;
  views: number;
  searches: number;
  not_found: number;
  /** Votes by the day when they were cast or changed. */
  yes: number;
  no: number;
}

interface CountedGuide {
  id: number;
  slug: string;
  title: string;
}

export type ReadGuideRow = CountedGuide & { views: number };

export type UnopenedGuide = CountedGuide & { published_on: string };

export type JudgedGuide = CountedGuide & { yes: number; no: number };

/** Days that a guide has been published before it can be listed as never opened. */
export const TIME_TO_BE_FOUND = 14;

/** Votes of the period without which a guide is not judged. */
export const FEWEST_VOTES = 5;

const readSteps = sql`
  -- $1 knowledge base, $2 first day, $3 'day' or 'month', $4 last day
  select to_char(step, 'YYYY-MM-DD') as day, sum(views)::bigint as views, sum(searches)::bigint as searches,
    sum(in_vain)::bigint as not_found, sum(yes)::bigint as yes, sum(no)::bigint as no
  from (
    select date_trunc($3, v.day::timestamp) as step, sum(v.views) as views, 0 as searches, 0 as in_vain, 0 as yes, 0 as no
    from guide_views v
    where v.knowledge_base_id = $1 and v.day between $2::date and $4::date
    group by 1
    union all
    select date_trunc($3, c.day::timestamp), 0, sum(c.searches), sum(c.in_vain), 0, 0
    from searches_by_day c
    where c.tenant_id = $1 and c.day between $2::date and $4::date
    group by 1
    union all
    select date_trunc($3, coalesce(v.replaced_at, v.voted_at) at time zone 'UTC'), 0, 0, 0,
      count(*) filter (where v.vote = 'up'), count(*) filter (where v.vote = 'down')
    from guide_votes v
    where v.knowledge_base_id = $1 and coalesce(v.replaced_at, v.voted_at) >= $2::date::timestamp at time zone 'UTC'
      and coalesce(v.replaced_at, v.voted_at) < ($4::date + 1)::timestamp at time zone 'UTC'
    group by 1
  ) counted
  group by step
`;
const findFirst = sql`
  select to_char(least(
      (select min(v.day) from guide_views v where v.knowledge_base_id = $1),
      (select min(s.day) from searches_by_day s where s.tenant_id = $1)
    ), 'YYYY-MM-DD') as day
`;
const listRead = sql`
  -- The $3 guides with the most views since the day $2. Sorts before the join, because few of many are shown.
  select g.id, g.slug, g.title, counted.views
  from (
    select v.guide_id, sum(v.views) as views
    from guide_views v
    where v.knowledge_base_id = $1 and v.day >= $2::date
    group by v.guide_id
    order by views desc, v.guide_id
    limit $3
  ) counted
  join guides g on g.knowledge_base_id = $1 and g.id = counted.guide_id
  order by counted.views desc, g.id
`;
const listUnopened = sql`
  -- $3 published guides without a view since the day $2 that were first published at least $4 days ago.
  select g.id, g.slug, g.title, to_char(first.published_at at time zone 'UTC', 'YYYY-MM-DD') as published_on
  from guides g
  cross join lateral (
    select v.published_at
    from guide_versions v
    where v.knowledge_base_id = $1 and v.guide_id = g.id
    order by v.number
    limit 1
  ) first
  where g.knowledge_base_id = $1
    and g.published
    and first.published_at <= now() - make_interval(days => $4)
    and not exists (
      select from guide_views v
      where v.knowledge_base_id = $1 and v.guide_id = g.id and v.day >= $2::date
    )
  order by first.published_at, g.id
  limit $3
`;
const listJudged = sql`
  -- The $3 guides that help least by their votes since the day $2, at least $4 each: by the upper bound of the Wilson
  -- score interval at 95 %, so that three of thirty rank before none of five.
  select g.id, g.slug, g.title, judged.yes, judged.no
  from (
    select v.guide_id, count(*) filter (where v.vote = 'up') as yes, count(*) filter (where v.vote = 'down') as no
    from guide_votes v
    where v.knowledge_base_id = $1 and coalesce(v.replaced_at, v.voted_at) >= $2::date::timestamp at time zone 'UTC'
    group by v.guide_id
    having count(*) >= $4
  ) judged
  join guides g on g.knowledge_base_id = $1 and g.id = judged.guide_id and g.published
  where judged.no > 0
  order by (
      judged.yes + 1.9208::float8
      + 1.96::float8 * sqrt(judged.yes::float8 * judged.no / (judged.yes + judged.no) + 0.9604::float8)
    ) / (judged.yes + judged.no + 3.8416::float8), judged.no desc, g.id
  limit $3
`;

/** Every day of the period, or every month. @throws AppError `not-found` */
export async function readTimeline(
  executor: Executor,
  { host, days }: Omit<InsightsRequest, 'limit'>,
): Promise<Step[]> {
  const { id } = await requireKnowledgeBase(executor, host);
  const period = lastDays(days);
  const rows = await executor.any<Step>(readSteps([id, period.from, period.step, period.to]));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const nothing = { views: 0, searches: 0, not_found: 0, yes: 0, no: 0 };
  return stepsOf(period).map((day) => byDay.get(day) ?? { day, ...nothing });
}

/** The counts of the time before a period. */
export type Before = Omit<Step, 'day'> & { days: Days };

/** As much time as the period has, before it. @throws AppError `not-found` */
export async function readBefore(
  executor: Executor,
  { host, days: length }: Omit<InsightsRequest, 'limit'>,
): Promise<Before> {
  const { id } = await requireKnowledgeBase(executor, host);
  const days = daysBefore(lastDays(length));
  return sumBefore(await executor.any<Step>(readSteps([id, countedFrom(days), 'day', days.to])), days);
}

/** Votes have their own days; views and searches of old days are in the sums of months. */
function sumBefore(steps: readonly Step[], days: Days): Before {
  const within = steps.filter(({ day }) => day >= days.from);
  const votes = (of: (step: Step) => number) => within.reduce((sum, step) => sum + of(step), 0);
  return {
    days,
    views: sumOfDays(steps, { days, of: ({ views }) => views }),
    searches: sumOfDays(steps, { days, of: ({ searches }) => searches }),
    not_found: sumOfDays(steps, { days, of: (step) => step.not_found }),
    yes: votes(({ yes }) => yes),
    no: votes(({ no }) => no),
  };
}

/** The first day with a view or a search; null before. @throws AppError `not-found` */
export async function countedSince(executor: Executor, { host }: { host: string }): Promise<string | null> {
  const { id } = await requireKnowledgeBase(executor, host);
  return (await executor.one<{ day: string | null }>(findFirst([id]))).day;
}

/** Searches without a result, the most frequent first. @throws AppError `not-found` */
export const listNotFoundQueries = listerOfSearches(listNotFound);

/** Paths at which readers found nothing, the most frequent first. @throws AppError `not-found` */
export const listMissedAddresses = listerOfSearches(listMissedPaths);

/** @throws AppError `not-found` */
export const listMostSearched = listerOfSearches(listMost);

/** @throws AppError `not-found` */
export const listMostRead = lister<ReadGuideRow>(listRead);

/** Guides without a view, the longest published first. @throws AppError `not-found` */
export const listNeverOpened = lister<UnopenedGuide>(listUnopened, TIME_TO_BE_FOUND);

/** Guides with enough votes in the period, those first that surely help least. @throws AppError `not-found` */
export const listLeastHelpful = lister<JudgedGuide>(listJudged, FEWEST_VOTES);

function lister<Row>(statement: Statement, ...more: unknown[]) {
  return async (executor: Executor, { host, days, limit }: InsightsRequest): Promise<Row[]> => {
    const { id } = await requireKnowledgeBase(executor, host);
    const { from }: Period = lastDays(days);
    return executor.any<Row>(statement([id, from, limit, ...more]));
  };
}

function listerOfSearches<Row>(
  list: (executor: Executor, request: { tenantId: number; days: number; limit: number }) => Promise<Row[]>,
) {
  return async (executor: Executor, { host, days, limit }: InsightsRequest) => {
    const { id: tenantId } = await requireKnowledgeBase(executor, host);
    return list(executor, { tenantId, days, limit });
  };
}
