update webhooks
set previous_secret = secret, previous_until = now() + interval '1 day', secret = $3
where tenant_id = $1 and id = $2
returning url, previous_until
