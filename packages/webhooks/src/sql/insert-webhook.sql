-- No row if the tenant has one with this URL.
insert into webhooks (tenant_id, url, event_types, secret, created_by)
values ($1, $2, $3, $4, $5)
on conflict (tenant_id, url) do nothing
returning id
