delete from staff_sessions
where hash = $1 or previous_hash = $1
