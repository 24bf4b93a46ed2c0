select s.slug
from unnest($2::text[]) with ordinality as s (slug, place)
where not exists (select from guides g where g.knowledge_base_id = $1 and g.slug = s.slug)
order by s.place
