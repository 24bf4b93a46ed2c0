select c.parent_category_id as source, c.id as target
from categories c
where c.knowledge_base_id = $1 and c.parent_category_id = any($2::bigint[])
