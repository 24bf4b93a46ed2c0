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
