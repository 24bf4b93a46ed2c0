-- Publish held comments with the current time.
update comments c
set held = false, pub_date = now()
where c.forum_id = $1 and c.id = any($2::bigint[])
