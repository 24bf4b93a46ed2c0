update dialogs d
set archived = true
where d.forum_id = $1 and d.id = any($2::bigint[])
