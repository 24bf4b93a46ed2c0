-- The published guides of the categories $2, in their order: each once, with its sources and its place among
-- their targets, and with content if $5. If there are more than $3 or they exceed $4 bytes in a document, the
-- only row has no ID. A guide takes 700 bytes besides its content, and a title can double in size as JSON.
with linkage as materialized (
  select m.category_id as source, m.guide_id as target, m.position as place
  from guide_categories m
  join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
  where m.knowledge_base_id = $1 and m.category_id = any($2::bigint[])
), records as (
  select t.sources, t.places, g.*
  from (
    select target, array_agg(source) as sources, array_agg(place) as places from linkage group by target
  ) t
  join guides g on g.knowledge_base_id = $1 and g.id = t.target
), size as (
  select count(*) <= $3 and coalesce(
    sum(case when $5::boolean then g.content_bytes else 0 end + 700 + 2 * octet_length(g.title)), 0
  ) <= $4 as fits, count(*)
  from records g
)
select g.id, g.sources as included_sources, g.places as included_places, g.slug, g.title, g.content_digest,
  case when $5::boolean then g.content_html end as content_html
from size
left join records g on size.fits
where size.count > 0
