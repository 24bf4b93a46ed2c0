-- Session $2, only if it is one of person $1.
delete from staff_sessions
where person_id = $1 and id = $2
returning id
