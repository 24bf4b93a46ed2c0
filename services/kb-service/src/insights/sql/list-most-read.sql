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
