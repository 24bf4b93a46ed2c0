-- Across tenants: a worker takes what is due next, and finishes it by its id.
-- $1 how many, $2 how many of a webhook, $3 the webhook of each delivery that is under way here. The first attempt by
-- hand goes first; else one of each subject at a time, in order. Of a receiver that does not answer, one at all.
update webhook_deliveries t
set attempts = t.attempts + 1, next_attempt_at = now() + interval '1 minute'
from (
  select d.id, w.url, w.secret, case when w.previous_until > now() then w.previous_secret end as previous_secret
  from webhooks w
  cross join lateral (
    select d.id, d.sent_by_hand and d.failures = 0 as goes_first, d.next_attempt_at
    from webhook_deliveries d
    join webhook_events e on e.id = d.event_id and e.payload is not null
    where d.webhook_id = w.id and d.ended_at is null and d.next_attempt_at <= now()
      and (d.sent_by_hand or not exists (
        select
        from webhook_deliveries earlier
        where earlier.webhook_id = w.id and earlier.subject = d.subject and earlier.event_id < d.event_id
          and earlier.ended_at is null and not earlier.sent_by_hand
      ))
    order by (d.sent_by_hand and d.failures = 0) desc, d.next_attempt_at, d.event_id
    limit greatest(
      0,
      case when w.failing_since is null then $2::integer else 1 end - cardinality(array_positions($3::bigint[], w.id))
    )
    for update of d skip locked
  ) d
  where w.ended_at is null and w.resume_at <= now()
    -- It is sent where the tenant moves to.
    and not exists (select from tenant_moves m where m.tenant_id = w.tenant_id and m.state <> 'copying')
  order by d.goes_first desc, d.next_attempt_at
  limit $1
) due, webhook_events e
where t.id = due.id and e.id = t.event_id
returning t.id, t.webhook_id, t.attempts, due.url, due.secret, due.previous_secret,
  e.tenant_id,
  'msg_' || e.message_id as message_id, e.payload
