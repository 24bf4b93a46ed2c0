delete from dialog_tags x
where x.forum_id = $1 and x.dialog_id = $2
