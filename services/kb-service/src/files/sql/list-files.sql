select f.id, encode(f.content_hash, 'hex') as digest, f.token, f.media_type, f.path
from files f
where f.knowledge_base_id = $1
order by f.id
