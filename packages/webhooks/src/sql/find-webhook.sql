-- $1 tenant, $2 webhook
select w.id, w.url, w.event_types, w.created_by, w.created_at, w.failing_since, w.ended_at,
  case when w.previous_until > now() then w.previous_until end as previous_until
from webhooks w
where w.tenant_id = $1 and w.id = $2
