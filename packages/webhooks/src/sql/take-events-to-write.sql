-- $1 how many. The next attempt to write one is in a minute, so that one that cannot be written does not hold up others.
update webhook_events
set write_at = now() + interval '1 minute'
where id in (
  select e.id
  from webhook_events e
  where e.payload is null and e.write_at <= now()
    and exists (select from webhook_deliveries d where d.event_id = e.id and d.ended_at is null)
  order by e.write_at, e.id
  limit $1
  for update of e skip locked
)
returning id, tenant_id, type, about, created_at
