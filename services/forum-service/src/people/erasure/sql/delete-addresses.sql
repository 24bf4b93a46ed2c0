delete from post_addresses a
where a.forum_id = $1 and a.poster_id = any ($2::bigint[])
