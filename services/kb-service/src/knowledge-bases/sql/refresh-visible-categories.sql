-- A category is visible if it contains a published guide or is an ancestor of one that does.
with recursive carrying as (
  select distinct m.category_id as id
  from guide_categories m
  join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
  where m.knowledge_base_id = $1
), visible as (
  select c.id, c.parent_category_id
  from carrying
  join categories c on c.knowledge_base_id = $1 and c.id = carrying.id
  union
  select p.id, p.parent_category_id
  from visible v
  join categories p on p.knowledge_base_id = $1 and p.id = v.parent_category_id
)
update categories c
set visible = not c.visible
from categories o
left join visible v on v.id = o.id
where c.knowledge_base_id = $1 and o.knowledge_base_id = $1
  and o.id = c.id
  and c.visible <> (v.id is not null)
