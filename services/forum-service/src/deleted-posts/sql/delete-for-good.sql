delete from deleted_posts p
where p.forum_id = $1 and p.id = any($2::bigint[])
