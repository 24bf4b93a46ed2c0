update votes v
set dialog_id = $3
where v.forum_id = $1 and v.dialog_id = $2
