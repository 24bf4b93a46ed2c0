-- Memberships, votes, former slugs and file uses are deleted by cascade.
delete from guides g
where g.knowledge_base_id = $1 and g.slug = any($2::text[])
