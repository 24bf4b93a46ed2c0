delete from categories c
where c.knowledge_base_id = $1 and c.id = $2
