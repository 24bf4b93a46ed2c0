-- With events that no other webhook has. $1 tenant, $2 webhook
with removed as (
  delete from webhooks where tenant_id = $1 and id = $2 returning url
),
forgotten as (
  delete from webhook_events e
  where exists (select from removed)
    and e.id in (select d.event_id from webhook_deliveries d where d.webhook_id = $2)
    and not exists (select from webhook_deliveries d where d.event_id = e.id and d.webhook_id <> $2)
)
select url from removed
