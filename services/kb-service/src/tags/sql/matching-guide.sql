guide_tags m
join tags t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.tag_id and t.visible
where m.knowledge_base_id = $1 and m.guide_id = $4
