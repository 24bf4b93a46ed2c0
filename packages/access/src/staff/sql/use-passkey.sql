-- The row lock waits for a removal, which ends all sessions afterwards.
update staff_passkeys
set counter = $2, last_used_at = now()
where id = $1
returning person_id
