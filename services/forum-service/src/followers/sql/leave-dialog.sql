-- $2 dialog, $3 person
delete from followers
where forum_id = $1 and dialog_id = $2 and person = $3
