delete from recent_comments r
where r.forum_id = $1 and r.poster_id = any ($2::bigint[])
