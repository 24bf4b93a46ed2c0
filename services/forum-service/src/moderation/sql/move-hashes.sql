update recent_comments r
set dialog_id = $3
where r.forum_id = $1 and r.dialog_id = $2
