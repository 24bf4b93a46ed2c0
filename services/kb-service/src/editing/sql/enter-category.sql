-- The guides $2 come last in the category $3, in this order, unless they are there.
insert into guide_categories (knowledge_base_id, category_id, guide_id, position)
select $1, $3, n.id, n.place + coalesce((
  select max(m.position) from guide_categories m where m.knowledge_base_id = $1 and m.category_id = $3
), 0)
from unnest($2::bigint[]) with ordinality as n (id, place)
on conflict (knowledge_base_id, category_id, guide_id) do nothing
