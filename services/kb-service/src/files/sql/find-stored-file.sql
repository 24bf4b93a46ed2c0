select f.knowledge_base_id, f.token, f.media_type, encode(f.content_hash, 'hex') as digest, f.bytes
from files f
where f.knowledge_base_id = $1 and f.token = $2
