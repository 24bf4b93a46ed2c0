-- The log is kept for two weeks. Events of removed webhooks have no deliveries. $1 how many
with forgotten as (
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
    limit $1
    for update of e skip locked
  )
  returning e.id
)
select count(*) as count from forgotten
