select h.knowledge_base_id as id
from host_names h
where h.host = $1
