-- $2 ids of guides; null for all
select queue_for_search($1, coalesce($2::bigint[], array(select g.id from guides g where g.knowledge_base_id = $1))) as count
