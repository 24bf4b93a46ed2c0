-- A category, visible or not.
select c.id, c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id
from categories c
where c.knowledge_base_id = $1 and c.id = $2
