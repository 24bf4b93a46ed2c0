-- Guides that are missing from the source ($2: slugs).
select g.slug
from guides g
where g.knowledge_base_id = $1
  and not exists (select from unnest($2::text[]) as s (slug) where s.slug = g.slug)
order by g.slug
