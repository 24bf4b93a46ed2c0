delete from canned_answers a
where a.forum_id = $1 and a.id = $2
