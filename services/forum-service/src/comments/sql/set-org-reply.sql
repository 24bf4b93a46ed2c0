update comments c
set is_org_reply = $3
where c.forum_id = $1 and c.id = any($2::bigint[])
