update staff_people
set name = $2
where id = $1 and name is null
