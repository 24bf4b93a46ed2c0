-- Guides of the category $2 that $3 does not have come last there, in their order.
insert into guide_categories (knowledge_base_id, category_id, guide_id, position)
select $1, $3, m.guide_id, (row_number() over (order by m.position, m.guide_id)) + coalesce((
  select max(o.position) from guide_categories o where o.knowledge_base_id = $1 and o.category_id = $3
), 0)
from guide_categories m
where m.knowledge_base_id = $1 and m.category_id = $2
on conflict (knowledge_base_id, category_id, guide_id) do nothing
