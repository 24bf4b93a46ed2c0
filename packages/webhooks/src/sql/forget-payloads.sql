-- What waits is written anew. Locks as the writer of payloads does, so that none is written from what was read before.
with answers as (
  update webhook_attempts a
  set answer = null
  from webhook_deliveries d
  join webhook_events e on e.id = d.event_id
  where e.tenant_id = $1 and d.ended_at is null and a.delivery_id = d.id
),
waiting as (
  update webhook_events e
  set payload = null, write_at = now()
  where e.tenant_id = $1 and exists (
    select from webhook_deliveries d where d.event_id = e.id and d.ended_at is null
  )
)
delete from webhook_events e
where e.tenant_id = $1 and not exists (
  select from webhook_deliveries d where d.event_id = e.id and d.ended_at is null
)
