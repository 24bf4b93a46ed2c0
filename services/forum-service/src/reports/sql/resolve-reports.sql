update reports r
set resolved_at = now()
where r.forum_id = $1 and r.id = any($2::bigint[])
