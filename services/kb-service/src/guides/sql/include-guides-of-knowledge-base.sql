-- Like include-guides-of-categories.sql, for all published guides of the knowledge base ($2), by ID.
with linkage as materialized (
  select g.knowledge_base_id as source, g.id as target, 0 as place
  from guides g
  where g.knowledge_base_id = $1 and g.knowledge_base_id = any($2::bigint[]) and g.published
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
