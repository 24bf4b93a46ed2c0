import {
  dayOf,
  KEPT_DAYS,
  MOST_SINGLE_DAYS,
  type OnFailedStep,
  runSteps,
  sumUpDays,
  thinSearches,
} from '@guidepost/desk/insights';
import { type Executor, sql } from '@guidepost/postgres';

const DAY = 86_400_000;

/** Days of which the list of guides shows the views, today included. */
const RECENT = 30;

const sumUpViews = sumUpDays({
  table: sql.part`guide_views`,
  keys: sql.part`knowledge_base_id, guide_id`,
  counts: sql.part`views`,
  sums: sql.part`sum(views)`,
  adding: sql.part`views = present.views + excluded.views`,
});
const sumUpHits = sumUpDays({
  table: sql.part`address_hits`,
  keys: sql.part`knowledge_base_id, address_id`,
  counts: sql.part`hits`,
  sums: sql.part`sum(hits)`,
  adding: sql.part`hits = present.hits + excluded.hits`,
});
const sumUpLeads = sumUpDays({
  table: sql.part`guide_searches`,
  keys: sql.part`knowledge_base_id, guide_id, query`,
  counts: sql.part`times`,
  sums: sql.part`sum(times)`,
  adding: sql.part`times = present.times + excluded.times`,
});
const sumUpDeflections = sumUpDays({
  table: sql.part`contact_deflections`,
  keys: sql.part`knowledge_base_id, guide_id`,
  counts: sql.part`times`,
  sums: sql.part`sum(times)`,
  adding: sql.part`times = present.times + excluded.times`,
});
const forgetLeads = sql`
  -- Across tenants: a worker cleans up.
  -- Deletes those of searches that have been forgotten; searches of the day $1 and later may not have been written yet.
  delete from guide_searches s
  where s.day < $1
    and not exists (
      select from searched_queries q where q.tenant_id = s.knowledge_base_id and q.query = s.query
    )
`;
const countRecentViews = sql`
  -- Sums up the views since $1 of all guides. Views that are written meanwhile may be missing until the next time.
  with counted as materialized (
    select v.knowledge_base_id, v.guide_id, sum(v.views) as views
    from guide_views v
    where v.day >= $1
    group by v.knowledge_base_id, v.guide_id
  ),
  gone as (
    delete from guide_recent_views r
    where not exists (
      select from counted c where c.knowledge_base_id = r.knowledge_base_id and c.guide_id = r.guide_id
    )
  )
  insert into guide_recent_views as present (knowledge_base_id, guide_id, views)
  select knowledge_base_id, guide_id, views
  from counted
  order by knowledge_base_id, guide_id
  on conflict (knowledge_base_id, guide_id) do update set views = excluded.views where present.views <> excluded.views
`;
const forgetComments = sql`
  -- Across tenants: a worker cleans up.
  delete from guide_comments where commented_at < $1
`;

/**
 * Counts recent views, sums up old days by month, deletes what is too old. Several instances may do it at once. A step
 * that fails does not keep the others from being done.
 */
export async function thinCounts(executor: Executor, now: number, onFailure: OnFailedStep): Promise<void> {
  const daysAgo = (days: number) => dayOf(now - days * DAY);
  const steps = {
    'sum up views': sumUpViews([daysAgo(MOST_SINGLE_DAYS), daysAgo(KEPT_DAYS)]),
    'sum up hits of addresses': sumUpHits([daysAgo(MOST_SINGLE_DAYS), daysAgo(KEPT_DAYS)]),
    'sum up searches of guides': sumUpLeads([daysAgo(MOST_SINGLE_DAYS), daysAgo(KEPT_DAYS)]),
    'sum up guides that answered': sumUpDeflections([daysAgo(MOST_SINGLE_DAYS), daysAgo(KEPT_DAYS)]),
    'count recent views': countRecentViews([daysAgo(RECENT - 1)]),
    'forget comments': forgetComments([daysAgo(KEPT_DAYS)]),
  };
  await runSteps(executor, steps, onFailure);
  await thinSearches(executor, now, onFailure);
  await runSteps(executor, { 'forget searches of guides': forgetLeads([daysAgo(1)]) }, onFailure);
}
