-- Like find-guide-by-id.sql, by current slug $3, else by former slug, else by ID $4 (null if $3 is no number).
with page as materialized (
  select 1 as place, ${columns:raw}, g.content_bytes <= $2 as fits
  from (
    select n.id, 1 as rank from guides n where n.knowledge_base_id = $1 and n.slug = $3
    union all
    select f.guide_id, 2 from former_slugs f where f.knowledge_base_id = $1 and f.slug = $3
    union all
    select $4::bigint, 3
  ) named
  join guides g on g.knowledge_base_id = $1 and g.id = named.id and g.published
  order by named.rank
  limit 1
)
select ${shown:raw}, case when page.fits then page.content_html end as content_html
from page
