update staff_passkeys
set name = $3
where person_id = $1 and id = $2
returning id
