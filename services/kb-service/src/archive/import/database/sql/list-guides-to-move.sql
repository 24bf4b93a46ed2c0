-- Guides that are missing from the source ($2: slugs), with what their files were.
select g.id, g.slug, g.file_hash
from guides g
where g.knowledge_base_id = $1
  and not exists (select from unnest($2::text[]) as s (slug) where s.slug = g.slug)
order by g.id
