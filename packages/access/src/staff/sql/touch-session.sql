update staff_sessions
set last_used_at = now()
where id = $1 and last_used_at < now() - interval '1 minute'
