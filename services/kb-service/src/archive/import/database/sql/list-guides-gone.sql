-- Guides of the knowledge base that the source ($2: slugs) does not have.
select g.slug
from guides g
where g.knowledge_base_id = $1
  and not exists (select from unnest($2::text[]) as s (slug) where s.slug = g.slug)
order by g.slug
