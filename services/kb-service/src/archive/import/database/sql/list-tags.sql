select t.id, t.slug
from tags t
where t.knowledge_base_id = $1
order by t.id
