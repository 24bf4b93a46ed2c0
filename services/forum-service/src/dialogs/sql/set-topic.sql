update dialogs d
set topic = $3
where d.forum_id = $1 and d.id = any($2::bigint[])
