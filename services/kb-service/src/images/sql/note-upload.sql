-- Keeps a file for a while although nothing shows it yet.
update files f
set uploaded_at = now()
where f.knowledge_base_id = $1 and f.id = $2
