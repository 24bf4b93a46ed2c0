delete from new_answers
where id = $1
