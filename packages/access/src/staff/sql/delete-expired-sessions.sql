delete from staff_sessions
where last_used_at < now() - interval '12 hours' or created_at < now() - interval '14 days'
