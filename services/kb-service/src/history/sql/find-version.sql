select v.number, v.title, v.content_html, v.published_at, v.published_by, v.door
from guide_versions v
where v.knowledge_base_id = $1 and v.guide_id = $2 and v.number = $3::bigint
