import {
  dayOf,
  KEPT_DAYS,
  MOST_SINGLE_DAYS,
  type OnFailedStep,
  runSteps,
  thinSearches,
} from '@guidepost/desk/insights';
import { type Executor, sql } from '@guidepost/postgres';

const DAY = 86_400_000;

/** Days of which the list of guides shows the views, today included. */
const RECENT = 30;

const sumUpViews = sql`
  -- Adds the days of the months that ended before $1 to their first days, and deletes months before that of $2.
  with old as (
    delete from guide_views
    where day < date_trunc('month', $1::date) and day <> date_trunc('month', day)
      or day < date_trunc('month', $2::date)
    returning knowledge_base_id, guide_id, date_trunc('month', day)::date as month, day, views
  )
  insert into guide_views as present (knowledge_base_id, guide_id, day, views)
  select knowledge_base_id, guide_id, month, sum(views)
  from old
  where day >= date_trunc('month', $2::date)
  group by knowledge_base_id, guide_id, month
  order by knowledge_base_id, guide_id, month
  on conflict (knowledge_base_id, guide_id, day) do update set views = present.views + excluded.views
`;
const sumUpHits = sql`
  -- Adds the days of the months that ended before $1 to their first days, and deletes months before that of $2.
  with old as (
    delete from address_hits
    where day < date_trunc('month', $1::date) and day <> date_trunc('month', day)
      or day < date_trunc('month', $2::date)
    returning knowledge_base_id, address_id, date_trunc('month', day)::date as month, day, hits
  )
  insert into address_hits as present (knowledge_base_id, address_id, day, hits)
  select knowledge_base_id, address_id, month, sum(hits)
  from old
  where day >= date_trunc('month', $2::date)
  group by knowledge_base_id, address_id, month
  order by knowledge_base_id, address_id, month
  on conflict (knowledge_base_id, address_id, day) do update set hits = present.hits + excluded.hits
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
    'count recent views': countRecentViews([daysAgo(RECENT - 1)]),
    'forget comments': forgetComments([daysAgo(KEPT_DAYS)]),
  };
  await runSteps(executor, steps, onFailure);
  await thinSearches(executor, now, onFailure);
}
