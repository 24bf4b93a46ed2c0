select id, hash, name, scope
from access_keys
where knowledge_base_id = $1 and revoked_at is null
order by id
