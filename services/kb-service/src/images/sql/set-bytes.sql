update files f
set bytes = $3
where f.knowledge_base_id = $1 and f.id = $2
returning f.id
