select h.host, h.host = k.host as is_main
from knowledge_bases k
join host_names h on h.knowledge_base_id = k.id
where k.id = $1
order by is_main desc, h.host
