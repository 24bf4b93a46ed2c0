update dialogs d
set state = $3
where d.forum_id = $1 and d.id = any($2::bigint[]) and d.state is distinct from $3
returning d.id
