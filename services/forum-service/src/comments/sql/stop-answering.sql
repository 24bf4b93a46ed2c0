delete from answering a
where a.forum_id = $1 and a.dialog_id = $2 and a.person_id = $3
