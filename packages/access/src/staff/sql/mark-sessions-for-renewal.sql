update staff_sessions
set renew = true
where person_id = $1
