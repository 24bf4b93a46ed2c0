select g.title, g.content_html
from guides g
where g.knowledge_base_id = $1 and g.id = $2
