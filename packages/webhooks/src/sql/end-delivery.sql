-- $1 delivery, $2 outcome. The next one of the subject follows at once, unless this one did not hold it up.
with ended as (
  update webhook_deliveries
  set outcome = $2, ended_at = now()
  where id = $1 and ended_at is null
  returning id, webhook_id, subject, event_id, sent_by_hand
),
next as (
  update webhook_deliveries d
  set next_attempt_at = now()
  from ended
  where not ended.sent_by_hand and d.id = (
    select n.id
    from webhook_deliveries n
    where n.webhook_id = ended.webhook_id and n.subject = ended.subject and n.event_id > ended.event_id
      and n.ended_at is null and not n.sent_by_hand
    order by n.event_id
    limit 1
  )
)
select id from ended
