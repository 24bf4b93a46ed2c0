delete from staff_passkeys
where person_id = $1 and id = $2
returning id
