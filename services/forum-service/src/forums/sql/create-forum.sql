insert into forums (account_id, slug, name, formal_name, language, topics, default_topic)
values ($1, $2, $3, $4, $5, $6::text[], ($6::text[])[1])
returning id
