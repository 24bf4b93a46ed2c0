-- Memberships, votes, former slugs, drafts, versions and file uses are deleted by cascade.
delete from guides g
where g.knowledge_base_id = $1 and g.id = any($2::bigint[])
