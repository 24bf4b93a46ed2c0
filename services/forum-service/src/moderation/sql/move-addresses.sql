-- What came with the dialog, or with reports of it, belongs to its comment $4.
update post_addresses a
set dialog_id = $3,
  kind = case a.kind when 'dialog' then 'comment' else a.kind end,
  comment_id = case when a.kind in ('dialog', 'report') then coalesce(a.comment_id, $4) else a.comment_id end
where a.forum_id = $1 and a.dialog_id = $2
