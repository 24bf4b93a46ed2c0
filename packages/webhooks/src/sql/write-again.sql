-- A payload that was deleted. $1 webhook, $2 delivery
update webhook_events e
set write_at = now()
from webhook_deliveries d
where d.webhook_id = $1 and d.id = $2 and e.id = d.event_id and e.payload is null
