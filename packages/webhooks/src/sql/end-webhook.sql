-- Sets everything aside that waits. No row if it has ended before.
with ended as (
  update webhooks set ended_at = now() where id = $1 and ended_at is null returning id
),
waiting as (
  update webhook_deliveries d
  set outcome = 'set-aside', ended_at = now()
  from ended
  where d.webhook_id = ended.id and d.ended_at is null
)
select id from ended
