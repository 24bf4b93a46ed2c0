delete from staff_challenges
where hash = $1 and purpose = $2 and person_id is not distinct from $3 and expires_at > now()
returning details
