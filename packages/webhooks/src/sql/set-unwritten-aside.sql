-- Events that could not be described for three days hold up their subject. $1 webhook
update webhook_deliveries d
set outcome = 'set-aside', ended_at = now()
from webhook_events e
where e.id = d.event_id and e.payload is null and e.write_at < 'infinity'
  and d.webhook_id = $1 and d.ended_at is null and d.give_up_at <= now()
returning d.id
