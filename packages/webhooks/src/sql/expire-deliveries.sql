-- Of a receiver that has not answered for three days, also those that waited behind others. $1 webhook
update webhook_deliveries d
set outcome = 'set-aside', ended_at = now()
from webhooks w
where w.id = $1 and w.failing_since < now() - interval '3 days'
  and d.webhook_id = w.id and d.ended_at is null and d.give_up_at <= now()
returning d.id
