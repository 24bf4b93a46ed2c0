-- $2 the last person who was told
update new_for_staff
set told_to = $2
where id = $1
