update dialogs d
set state = $3, waiting_since = case when $3 is null then d.waiting_since end
where d.forum_id = $1 and d.id = any($2::bigint[]) 
  and (d.state is distinct from $3 or $3 is not null and d.waiting_since is not null)
returning d.id
