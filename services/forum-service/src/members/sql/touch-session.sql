update member_sessions
set last_used_at = now()
where forum_id = $1 and id = $2 and last_used_at < now() - interval '1 hour'
