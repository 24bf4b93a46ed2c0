delete from tags t
where t.forum_id = $1 and t.id = any ($2::bigint[])
