exists (select from guides g where g.knowledge_base_id = $1 and g.id = $4 and g.published)
