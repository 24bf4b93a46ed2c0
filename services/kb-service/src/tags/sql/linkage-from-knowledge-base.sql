select t.knowledge_base_id as source, t.id as target
from tags t
where t.knowledge_base_id = $1 and t.knowledge_base_id = any($2::bigint[])
