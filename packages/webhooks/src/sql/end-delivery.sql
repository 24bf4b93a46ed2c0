-- $1 delivery, $2 outcome. The next one of the subject follows at once.
with ended as (
  update webhook_deliveries
  set outcome = $2, ended_at = now(), again = false
  where id = $1 and ended_at is null
  returning webhook_id, subject, event_id
)
update webhook_deliveries d
set next_attempt_at = now()
from ended
where d.id = (
  select n.id
  from webhook_deliveries n
  where n.webhook_id = ended.webhook_id and n.subject = ended.subject and n.event_id > ended.event_id
    and n.ended_at is null
  order by n.event_id
  limit 1
)
