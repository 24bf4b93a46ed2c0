-- The visible tags of the knowledge base ($2): each once, with its sources. If there are more than $3, the only row has no
-- ID.
with linkage as materialized (
  select t.knowledge_base_id as source, t.id as target
  from tags t
  where t.knowledge_base_id = $1 and t.knowledge_base_id = any($2::bigint[])
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
