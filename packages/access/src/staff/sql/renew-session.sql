-- Of parallel requests, one renews the session.
update staff_sessions
set hash = $3, renew = false, previous_hash = $2, previous_until = now() + interval '30 seconds'
where id = $1 and hash = $2 and renew
returning id
