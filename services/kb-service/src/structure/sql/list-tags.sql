select t.id, t.slug, t.name
from tags t
where t.knowledge_base_id = $1
