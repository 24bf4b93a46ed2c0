-- What was sent and answered. $1 delivery
select e.payload,
  coalesce((
    select json_agg(json_build_object(
      'number', a.number, 'attempted_at', a.attempted_at, 'milliseconds', a.milliseconds, 'status', a.status,
      'answer', a.answer, 'error', a.error
    ) order by a.number desc)
    from webhook_attempts a
    where a.delivery_id = d.id
  ), '[]') as attempt_log
from webhook_deliveries d
join webhook_events e on e.id = d.event_id
where d.id = $1
