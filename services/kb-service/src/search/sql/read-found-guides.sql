-- The published guides among the IDs $2, in the same order, each with $3 characters of its content and the name
-- of its first category.
select g.slug, g.title, left(g.content_html, $3) as content, (
    select c.name
    from guide_categories m
    join categories c on c.knowledge_base_id = $1 and c.id = m.category_id
    where m.knowledge_base_id = $1 and m.guide_id = g.id
    order by c.position, c.id
    limit 1
  ) as category
from unnest($2::bigint[]) with ordinality as found (id, place)
join guides g on g.knowledge_base_id = $1 and g.id = found.id and g.published
order by found.place
