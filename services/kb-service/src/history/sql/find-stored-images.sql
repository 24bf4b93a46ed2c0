select f.token
from files f
where f.knowledge_base_id = $1 and f.token = any($2::text[])
