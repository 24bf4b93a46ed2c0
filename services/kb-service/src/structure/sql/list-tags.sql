select t.id, t.slug, t.name
from tags t
where t.knowledge_base_id = $1
order by t.name collate "und-x-icu", t.id
