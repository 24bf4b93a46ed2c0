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
