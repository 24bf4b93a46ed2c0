-- The log is kept for two weeks. Events of removed webhooks have no deliveries.
delete from webhook_events e
where e.id in (
  select e.id
  from webhook_events e
  where e.created_at < now() - interval '14 days' and not exists (
    select
    from webhook_deliveries d
    join webhooks w on w.id = d.webhook_id
    where d.event_id = e.id and coalesce(d.ended_at, w.ended_at, now()) > now() - interval '14 days'
  )
  limit 10000
)
