delete from staff_sessions
where person_id = $1 and id <> $2
