-- Those of the slugs $2 that lead to a guide, also as a former slug.
select s.slug
from unnest($2::text[]) as s (slug)
where exists (select from guides g where g.knowledge_base_id = $1 and g.slug = s.slug)
  or exists (select from former_slugs f where f.knowledge_base_id = $1 and f.slug = s.slug)
