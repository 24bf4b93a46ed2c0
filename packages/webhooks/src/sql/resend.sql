-- $1 tenant, $2 webhook, $3 delivery. One that still waits is tried at once. Pauses begin with the shortest. Not for a
-- webhook that has ended.
update webhook_deliveries d
set next_attempt_at = now(), failures = 0, sent_by_hand = d.sent_by_hand or d.ended_at is not null, outcome = null,
  ended_at = null,
  give_up_at = case when d.ended_at is null then d.give_up_at else now() + interval '3 days' end
from webhooks w
where w.tenant_id = $1 and w.id = $2 and w.ended_at is null and d.webhook_id = w.id and d.id = $3
returning d.id
