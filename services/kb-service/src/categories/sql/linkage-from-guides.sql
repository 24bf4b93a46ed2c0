select m.guide_id as source, m.category_id as target
from guide_categories m
where m.knowledge_base_id = $1 and m.guide_id = any($2::bigint[])
