insert into staff_challenges (hash, purpose, person_id, details, expires_at)
values ($1, $2, $3, $4, now() + $5 * interval '1 second')
