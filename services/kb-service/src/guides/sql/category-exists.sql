exists (select from categories c where c.knowledge_base_id = $1 and c.id = $6 and c.visible)
