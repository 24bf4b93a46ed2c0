-- Webhooks first, as everything locks them.
with gone as (delete from webhooks where tenant_id = $1 returning id)
delete from webhook_events where tenant_id = $1 and (select count(*) from gone) >= 0
