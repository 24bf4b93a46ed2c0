insert into canned_answers (forum_id, name, text)
values ($1, $2, $3)
returning id
