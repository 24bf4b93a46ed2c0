-- A tag, visible or not.
select t.id, t.name, t.slug
from tags t
where t.knowledge_base_id = $1 and t.id = $2
