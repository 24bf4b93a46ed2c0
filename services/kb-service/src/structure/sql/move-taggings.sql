-- Guides with the tag $2 have the tag $3.
insert into guide_tags (knowledge_base_id, tag_id, guide_id)
select $1, $3, m.guide_id
from guide_tags m
where m.knowledge_base_id = $1 and m.tag_id = $2
on conflict do nothing
