insert into files (knowledge_base_id, content_hash, token, media_type, path, bytes)
values ($1, decode($2, 'hex'), $3, $4, $5, $6)
returning id
