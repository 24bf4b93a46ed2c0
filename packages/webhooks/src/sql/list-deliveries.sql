-- $1 tenant, $2 webhook, $3 how many, $4 only before this one, $5 the only one; null for any. Newest first.
select d.id, 'msg_' || e.message_id as message_id, e.type, e.record, e.created_at, d.attempts, d.outcome, d.ended_at,
  case when d.ended_at is null then greatest(d.next_attempt_at, w.resume_at) end as next_attempt_at,
  a.attempted_at, a.status, a.error
from webhook_deliveries d
join webhooks w on w.id = d.webhook_id and w.tenant_id = $1
join webhook_events e on e.id = d.event_id
left join lateral (
  select a.attempted_at, a.status, a.error
  from webhook_attempts a
  where a.delivery_id = d.id
  order by a.number desc
  limit 1
) a on true
where d.webhook_id = $2 and ($4::bigint is null or d.id < $4) and ($5::bigint is null or d.id = $5)
order by d.id desc
limit $3
