guide_categories m
join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
where m.knowledge_base_id = $1 and m.category_id = $5
