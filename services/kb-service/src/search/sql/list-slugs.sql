select g.id, g.slug
from guides g
where g.knowledge_base_id = $1 and g.id = any($2)
