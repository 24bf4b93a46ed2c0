-- Like find-guide-by-id.sql, by slug.
with page as materialized (
  select 1 as place, ${columns:raw}, g.content_bytes <= $2 as fits
  from guides g
  where g.knowledge_base_id = $1 and g.slug = $3 and g.published
)
select ${shown:raw}, case when page.fits then page.content_html end as content_html
from page
