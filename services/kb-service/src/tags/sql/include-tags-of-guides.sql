-- The visible tags of the guides $2: each once, with its sources. If there are more than $3, the only row has no ID.
with linkage as materialized (
  select m.guide_id as source, m.tag_id as target
  from guide_tags m
  where m.knowledge_base_id = $1 and m.guide_id = any($2::bigint[])
), records as (
  select t.*, l.sources
  from (select target, array_agg(source) as sources from linkage group by target) l
  join tags t on t.knowledge_base_id = $1 and t.id = l.target and t.visible
), size as (
  select count(*) from records
)
select t.id, t.sources as included_sources, t.name, t.slug
from size
left join records t on size.count <= $3
where size.count > 0
