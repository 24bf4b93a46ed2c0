select c.slug, c.name
from categories c
where c.knowledge_base_id = $1 and c.parent_category_id is null and c.visible
order by c.position, c.id
limit 12
