-- Webhooks with events that could not be described for three days.
select distinct w.id as webhook_id, w.tenant_id, w.url
from webhook_events e
join webhook_deliveries d on d.event_id = e.id and d.ended_at is null and d.give_up_at <= now()
join webhooks w on w.id = d.webhook_id
where e.payload is null and e.write_at < 'infinity'
