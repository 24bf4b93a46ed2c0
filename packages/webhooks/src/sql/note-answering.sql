-- What waited for the receiver to come back is due at once.
with back as (
  update webhooks set failing_since = null, resume_at = now() where id = $1 and failing_since is not null returning id
)
update webhook_deliveries d
set next_attempt_at = now()
from back
where d.webhook_id = back.id and d.ended_at is null and d.next_attempt_at > now() and d.id <> $2
