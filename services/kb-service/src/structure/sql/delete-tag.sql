delete from tags t
where t.knowledge_base_id = $1 and t.id = $2
