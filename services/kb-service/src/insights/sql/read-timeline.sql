-- $1 knowledge base, $2 first day, $3 'day' or 'month'
select to_char(step, 'YYYY-MM-DD') as day, sum(views)::bigint as views, sum(searches)::bigint as searches,
  sum(in_vain)::bigint as not_found, sum(yes)::bigint as yes, sum(no)::bigint as no
from (
  select date_trunc($3, v.day::timestamp) as step, sum(v.views) as views, 0 as searches, 0 as in_vain, 0 as yes, 0 as no
  from guide_views v
  where v.knowledge_base_id = $1 and v.day >= $2::date
  group by 1
  union all
  select date_trunc($3, c.day::timestamp), 0, sum(c.searches), sum(c.in_vain), 0, 0
  from searches_by_day c
  where c.tenant_id = $1 and c.day >= $2::date
  group by 1
  union all
  select date_trunc($3, coalesce(v.replaced_at, v.voted_at) at time zone 'UTC'), 0, 0, 0,
    count(*) filter (where v.vote = 'up'), count(*) filter (where v.vote = 'down')
  from guide_votes v
  where v.knowledge_base_id = $1 and coalesce(v.replaced_at, v.voted_at) >= $2::date::timestamp at time zone 'UTC'
  group by 1
) counted
group by step
