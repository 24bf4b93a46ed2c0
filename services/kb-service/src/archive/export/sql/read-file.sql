select f.knowledge_base_id, f.token, f.media_type, f.bytes
from files f
where f.knowledge_base_id = $1 and f.id = $2
