insert into webhooks (tenant_id, url, event_types, secret, created_by)
values ($1, $2, $3, $4, $5)
returning id
