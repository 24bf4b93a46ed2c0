select m.guide_id as source, m.tag_id as target
from guide_tags m
where m.knowledge_base_id = $1 and m.guide_id = any($2::bigint[])
