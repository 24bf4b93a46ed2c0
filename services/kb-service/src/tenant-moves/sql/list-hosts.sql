select h.host
from host_names h
where h.knowledge_base_id = $1
order by h.host
