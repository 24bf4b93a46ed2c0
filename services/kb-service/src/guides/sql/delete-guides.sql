-- Memberships, votes, former slugs and uses of files go with them.
delete from guides g
where g.knowledge_base_id = $1 and g.slug = any($2::text[])
