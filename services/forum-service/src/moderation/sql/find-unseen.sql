-- Whether a post in the dialogs $2 that waits for review was sent or edited after $3.
select exists (
  select from dialogs d where d.forum_id = $1 and d.id = any ($2::bigint[]) and d.held and d.pub_date > $3
) or exists (
  select from comments c where c.forum_id = $1 and c.dialog_id = any ($2) and c.held and c.pub_date > $3
) or exists (
  select
  from originals o
  join dialogs d on d.forum_id = $1 and d.id = o.dialog_id
  left join comments c on c.forum_id = $1 and c.id = o.comment_id
  where o.forum_id = $1 and o.dialog_id = any ($2) and o.edited_at > $3 and (d.held or c.held)
) as unseen
