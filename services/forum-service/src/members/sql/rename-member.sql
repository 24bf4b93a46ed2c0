-- $2 person, $3 name
update confirmed_addresses
set name = $3
where forum_id = $1 and person = $2
