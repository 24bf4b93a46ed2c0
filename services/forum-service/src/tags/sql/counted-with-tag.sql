select coalesce((
  select t.dialogs from tags t where t.forum_id = $1 and t.folded_name = $4
), 0) as dialogs
