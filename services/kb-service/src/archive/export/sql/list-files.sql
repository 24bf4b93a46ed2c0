select f.id, f.token, f.path
from files f
where f.knowledge_base_id = $1
order by f.id
