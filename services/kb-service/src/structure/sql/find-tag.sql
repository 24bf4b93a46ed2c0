-- A tag by slug $2 or ID $3.
select t.id, t.slug, t.name
from tags t
where t.knowledge_base_id = $1 and (t.slug = $2 or t.id = $3)
