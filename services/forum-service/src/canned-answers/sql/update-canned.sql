-- Null leaves the name $3 or the text $4.
update canned_answers a
set name = coalesce($3, a.name), text = coalesce($4, a.text)
where a.forum_id = $1 and a.id = $2
