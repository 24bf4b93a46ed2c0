-- Which of the guides $2 are published, and which of the guides $3 are not.
select g.slug, g.published
from guides g
where g.knowledge_base_id = $1
  and ((g.slug = any($2::text[]) and g.published) or (g.slug = any($3::text[]) and not g.published))
order by g.slug
