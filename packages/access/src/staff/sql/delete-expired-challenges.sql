delete from staff_challenges
where expires_at < now()
