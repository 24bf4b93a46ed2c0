insert into tags (knowledge_base_id, slug, name)
values ($1, $2, $3)
returning id
