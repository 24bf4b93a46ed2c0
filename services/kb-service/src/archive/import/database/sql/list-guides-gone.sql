-- Imported guides that are missing from the source ($2: slugs).
select g.slug, g.edited
from guides g
where g.knowledge_base_id = $1
  and g.source_hash is not null
  and not exists (select from unnest($2::text[]) as s (slug) where s.slug = g.slug)
order by g.slug
