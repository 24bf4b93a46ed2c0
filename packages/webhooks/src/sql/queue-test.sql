-- $1 tenant, $2 webhook
with event as (
  insert into webhook_events (tenant_id, type, subject, record, about)
  values ($1, 'webhook.test', 'test/' || gen_random_uuid(), 'test',
    jsonb_build_object('webhook', $2::bigint))
  returning id, subject
)
insert into webhook_deliveries (webhook_id, event_id, subject, sent_by_hand)
select w.id, event.id, event.subject, true
from event, webhooks w
where w.tenant_id = $1 and w.id = $2
returning id
