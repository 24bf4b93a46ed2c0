delete from files f
where f.forum_id = $1 and f.token = any ($2::text[])
returning f.token, f.media_type, f.bytes, f.name
