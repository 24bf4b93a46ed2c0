select id, browser, created_at, last_used_at
from staff_sessions
where person_id = $1
  and last_used_at > now() - interval '12 hours'
  and created_at > now() - interval '14 days'
order by last_used_at desc, id desc
