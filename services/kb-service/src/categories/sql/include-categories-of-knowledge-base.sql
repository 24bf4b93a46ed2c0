-- The visible categories of the knowledge base ($2): each once, with its sources and its place among their
-- targets. If there are more than $3, the only row has no ID.
with linkage as materialized (
  select c.knowledge_base_id as source, c.id as target
  from categories c
  where c.knowledge_base_id = $1 and c.knowledge_base_id = any($2::bigint[])
), records as (
  select c.*, t.sources, row_number() over (order by c.position, c.id) as place
  from (select target, array_agg(source) as sources from linkage group by target) t
  join categories c on c.knowledge_base_id = $1 and c.id = t.target and c.visible
), size as (
  select count(*) from records
)
select c.id, c.sources as included_sources, array_fill(c.place, array[cardinality(c.sources)]) as included_places,
  c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id
from size
left join records c on size.count <= $3
where size.count > 0
