-- Of tenant $1. A first attempt may be under way. What was given up is forgotten after a week.
select count(*) filter (where ended_at is null) as waiting,
  min(created_at) filter (
    where ended_at is null and attempts > 0 and created_at < now() - interval '1 minute'
  ) as failing_since,
  count(*) filter (where outcome in ('refused', 'expired')) as refused
from outgoing_mail
where tenant_id = $1
