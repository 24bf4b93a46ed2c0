-- A category by slug $2 or ID $3.
select c.id, c.slug, c.name, c.multiple_guides_name, c.parent_category_id as parent_id, c.position,
  (
    select count(*) from guide_categories m
    where m.knowledge_base_id = c.knowledge_base_id and m.category_id = c.id
  ) as guides,
  (
    select count(*) from categories b
    where b.knowledge_base_id = c.knowledge_base_id and b.parent_category_id = c.id
  ) as children
from categories c
where c.knowledge_base_id = $1 and (c.slug = $2 or c.id = $3)
