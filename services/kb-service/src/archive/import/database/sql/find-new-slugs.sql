-- Those of the slugs $2 that no guide has.
select s.slug
from unnest($2::text[]) as s (slug)
where not exists (select from guides g where g.knowledge_base_id = $1 and g.slug = s.slug)
