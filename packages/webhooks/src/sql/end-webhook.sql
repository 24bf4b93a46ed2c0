-- Sets everything aside that waits.
with ended as (
  update webhooks set ended_at = now() where id = $1 and ended_at is null returning id
)
update webhook_deliveries d
set outcome = 'set-aside', ended_at = now(), again = false
from ended
where d.webhook_id = ended.id and d.ended_at is null
