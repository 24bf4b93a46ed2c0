update tags t
set name = $3, slug = $4
where t.knowledge_base_id = $1 and t.id = $2 and (t.name, t.slug) is distinct from ($3, $4)
returning t.id
