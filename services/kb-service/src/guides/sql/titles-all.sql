guides g
where g.knowledge_base_id = $1 and g.published
