-- Reports of the dialog are about its comment $4.
update reports r
set dialog_id = $3, comment_id = coalesce(r.comment_id, $4)
where r.forum_id = $1 and r.dialog_id = $2
