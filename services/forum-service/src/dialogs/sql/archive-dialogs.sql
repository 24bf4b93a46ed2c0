update dialogs d
set archived = true, held = false, refused = d.refused or d.held
where d.forum_id = $1 and d.id = any($2::bigint[])
