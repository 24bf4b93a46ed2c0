-- Earlier texts of the dialog belong to its comment $4.
update originals o
set dialog_id = $3, comment_id = coalesce(o.comment_id, $4)
where o.forum_id = $1 and o.dialog_id = $2
