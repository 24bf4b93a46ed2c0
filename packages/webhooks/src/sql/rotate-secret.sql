-- No row while the former secret is valid: a receiver that still has it would verify nothing.
update webhooks
set previous_secret = secret, previous_until = now() + interval '1 day', secret = $3
where tenant_id = $1 and id = $2 and coalesce(previous_until <= now(), true)
returning url, previous_until
