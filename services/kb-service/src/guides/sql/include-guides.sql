-- The guides that a relationship leads to, each once, with its sources and its place among the targets of each.
-- When they pass the limits nothing is read, and the one row has no id.
with linkage as materialized (
  ${linkage:raw}
), records as (
  select t.sources, t.places, g.*
  from (
    select target, array_agg(source) as sources, array_agg(place) as places from linkage group by target
  ) t
  join guides g on g.knowledge_base_id = $1 and g.id = t.target
), size as (
  select count(*) <= $3 and coalesce(sum(${bytes:raw}), 0) <= $4 as fits, count(*) from records g
)
select g.id, g.sources as included_sources, g.places as included_places, ${columns:raw}
from size
left join records g on size.fits
where size.count > 0
