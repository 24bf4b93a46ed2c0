-- Reports cascade.
delete from comments c
where c.forum_id = $1 and c.id = any($2::bigint[])
