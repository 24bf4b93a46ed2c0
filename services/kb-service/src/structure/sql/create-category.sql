insert into categories (knowledge_base_id, slug, name, multiple_guides_name, position, parent_category_id)
select $1, $2, $3, $4, 1 + coalesce(max(c.position), 0), $5
from categories c
where c.knowledge_base_id = $1 and c.parent_category_id is not distinct from $5
returning id
