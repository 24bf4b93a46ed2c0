-- $2 the last follower who was told
update new_answers
set told_to = $2
where id = $1
