insert into access_keys (account_id, name, hash, scope)
values ($1, $2, $3, $4)
returning id, name, created_at, last_used_at, revoked_at
