-- The categories of the guide $2 become those among $3 that exist. It keeps its place in each, or comes last.
with wanted as (
  select c.id
  from categories c
  where c.knowledge_base_id = $1 and c.id = any($3::bigint[])
), removed as (
  delete from guide_categories m
  where m.knowledge_base_id = $1 and m.guide_id = $2 and m.category_id not in (select w.id from wanted w)
)
insert into guide_categories (knowledge_base_id, category_id, guide_id, position)
select $1, w.id, $2, 1 + coalesce((
  select max(m.position) from guide_categories m where m.knowledge_base_id = $1 and m.category_id = w.id
), 0)
from wanted w
on conflict do nothing
