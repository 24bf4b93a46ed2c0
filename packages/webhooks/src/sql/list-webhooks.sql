-- $1 tenant
select w.id, w.url, w.event_types, w.created_by, w.created_at, w.failing_since, w.ended_at,
  case when w.previous_until > now() then w.previous_until end as previous_until,
  (
    select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.ended_at is null and w.ended_at is null
  ) as waiting,
  (
    select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.outcome = 'set-aside'
  ) as set_aside
from webhooks w
where w.tenant_id = $1
order by w.id
