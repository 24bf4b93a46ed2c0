-- $1 delivery, $2 number, $3 milliseconds, $4 status, $5 answer, $6 error. An answer may quote what was sent: it is not
-- kept if that is to be forgotten.
insert into webhook_attempts (delivery_id, number, attempted_at, milliseconds, status, answer, error)
select d.id, $2, now() - make_interval(secs => $3::float8 / 1000), $3, $4,
  case when e.payload is not null then $5 end, $6
from webhook_deliveries d
join webhook_events e on e.id = d.event_id
where d.id = $1
for share of e
on conflict do nothing
