select g.knowledge_base_id as source, g.id as target, 0 as place
from guides g
where g.knowledge_base_id = $1 and g.knowledge_base_id = any($2::bigint[]) and g.published
