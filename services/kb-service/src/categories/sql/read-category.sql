-- A category that clients see, by its slug $3, or by its id $4 (null when $3 is no number) when none is called so, with
-- those above it, from the top, and those below it, $2 guides of each.
with category as (
  select c.id, c.slug, c.name, c.multiple_guides_name, c.parent_category_id
  from categories c
  where c.knowledge_base_id = $1 and c.visible and (c.slug = $3 or c.id = $4)
  order by c.slug = $3 desc
  limit 1
), stands_in as (
  select category.parent_category_id as category_id
  from category
), listed as (
  select c.id, c.slug, c.name, c.position
  from category
  join categories c on c.knowledge_base_id = $1 and c.parent_category_id = category.id and c.visible
)
select category.id, category.slug, category.name, category.multiple_guides_name,
  (${trail:raw}) as trail,
  (${topics:raw}) as topics
from category
