-- After payloads, since events are locked before their attempts. $1 tenant
update webhook_attempts a
set answer = null
from webhook_deliveries d
join webhook_events e on e.id = d.event_id
where e.tenant_id = $1 and a.delivery_id = d.id and a.answer is not null
