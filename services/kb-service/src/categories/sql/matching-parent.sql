categories c
where c.knowledge_base_id = $1 and c.parent_category_id = $4 and c.visible
