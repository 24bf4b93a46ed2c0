select g.slug, g.title
from unnest($2::bigint[]) with ordinality as found (id, place)
join guides g on g.knowledge_base_id = $1 and g.id = found.id and g.published
order by found.place
