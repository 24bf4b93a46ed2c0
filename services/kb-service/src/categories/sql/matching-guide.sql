guide_categories m
join categories c on c.knowledge_base_id = m.knowledge_base_id and c.id = m.category_id and c.visible
where m.knowledge_base_id = $1 and m.guide_id = $4
