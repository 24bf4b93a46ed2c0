-- Held dialogs are published with the current time.
update dialogs d
set archived = false, held = false, refused = false, pub_date = case when d.held then now() else d.pub_date end
where d.forum_id = $1 and d.id = any($2::bigint[])
