insert into staff_passkeys (person_id, credential_id, public_key, counter, transports, name)
values ($1, $2, $3, $4, $5, $6)
returning id, name, created_at, last_used_at
