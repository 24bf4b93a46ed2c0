-- Counts the published guides in each category. A category is visible if it has any, or is an ancestor of one that
-- does.
with recursive carrying as (
  select m.category_id as id, count(*) as guides
  from guide_categories m
  join guides g on g.knowledge_base_id = $1 and g.id = m.guide_id and g.published
  where m.knowledge_base_id = $1
  group by m.category_id
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
set visible = v.id is not null, published_guides = coalesce(carrying.guides, 0)
from categories o
left join visible v on v.id = o.id
left join carrying on carrying.id = o.id
where c.knowledge_base_id = $1 and o.knowledge_base_id = $1
  and o.id = c.id
  and (c.visible, c.published_guides) <> (v.id is not null, coalesce(carrying.guides, 0))
