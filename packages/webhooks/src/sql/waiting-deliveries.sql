-- Of all tenants. What their receivers ended is not on its way.
select
  (
    select count(*)
    from webhook_deliveries d
    join webhooks w on w.id = d.webhook_id and w.ended_at is null
    where d.ended_at is null
  ) as waiting,
  (
    select coalesce(extract(epoch from now() - min(e.created_at)), 0)::float8
    from webhook_deliveries d
    join webhooks w on w.id = d.webhook_id and w.ended_at is null
    join webhook_events e on e.id = d.event_id
    where d.ended_at is null
  ) as oldest,
  (select count(*) from webhooks where failing_since is not null and ended_at is null) as failing
