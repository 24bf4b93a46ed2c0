-- The guide that has the slug $2, else the one that had it, else the one with the id $3 (null when $2 is no number).
select g.id, ${columns:raw}
from (
  select n.id, 1 as rank from guides n where n.knowledge_base_id = $1 and n.slug = $2
  union all
  select f.guide_id, 2 from former_slugs f where f.knowledge_base_id = $1 and f.slug = $2
  union all
  select $3::bigint, 3
) named
join guides g on g.knowledge_base_id = $1 and g.id = named.id and g.published
order by named.rank
limit 1
