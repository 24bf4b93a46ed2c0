with gone as (delete from webhooks where tenant_id = $1)
delete from webhook_events where tenant_id = $1
