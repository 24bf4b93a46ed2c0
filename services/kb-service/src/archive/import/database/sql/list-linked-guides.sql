-- Guides by the slugs $2 that they have or had; the content of those with the slugs $3.
select s.slug as linked, g.title, case when s.slug = any($3::text[]) then g.content_html end as content_html
from unnest($2::text[]) as s (slug)
join guides g on g.knowledge_base_id = $1 and g.id = coalesce(
  (select o.id from guides o where o.knowledge_base_id = $1 and o.slug = s.slug),
  (select f.guide_id from former_slugs f where f.knowledge_base_id = $1 and f.slug = s.slug)
)
