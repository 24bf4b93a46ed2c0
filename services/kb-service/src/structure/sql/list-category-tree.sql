-- All categories, visible or not, from the top down: each before its children, siblings by position.
with recursive tree as (
  select c.id, array[(c.position, c.id)] as path
  from categories c
  where c.knowledge_base_id = $1 and c.parent_category_id is null
  union all
  select c.id, t.path || (c.position, c.id)
  from tree t
  join categories c on c.knowledge_base_id = $1 and c.parent_category_id = t.id
)
select c.id, c.slug, c.name, c.multiple_guides_name, c.parent_category_id as parent_id, c.position, c.visible,
  cardinality(t.path) as depth, coalesce(m.guides, 0) as guides, c.published_guides
from tree t
join categories c on c.knowledge_base_id = $1 and c.id = t.id
left join (
  select m.category_id, count(*) as guides
  from guide_categories m
  where m.knowledge_base_id = $1
  group by m.category_id
) m on m.category_id = c.id
order by t.path
