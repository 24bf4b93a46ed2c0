-- $1 delivery, $2 seconds, with all that wait behind it. No row once it is too late for another attempt.
with failed as (
  select d.webhook_id, d.subject, d.event_id, d.again, now() + make_interval(secs => $2) as at
  from webhook_deliveries d
  where d.id = $1 and d.ended_at is null and d.give_up_at > now()
)
update webhook_deliveries d
set next_attempt_at = failed.at
from failed
where d.id = $1
  or not failed.again and d.webhook_id = failed.webhook_id and d.subject = failed.subject
    and d.event_id > failed.event_id and d.ended_at is null and not d.again
returning d.id
