select g.id
from guides g
where g.knowledge_base_id = $1 and g.slug = $2 and g.id <> $3
