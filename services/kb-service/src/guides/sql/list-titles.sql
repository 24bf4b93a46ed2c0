-- The published guides among the IDs $2, in the same order.
select g.slug, g.title
from unnest($2::bigint[]) with ordinality as found (id, place)
join guides g on g.knowledge_base_id = $1 and g.id = found.id and g.published
order by found.place
