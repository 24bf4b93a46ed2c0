select
  exists (select from categories c where c.knowledge_base_id = $1 and c.slug = $2) as category,
  exists (select from tags t where t.knowledge_base_id = $1 and t.slug = $3) as tag
