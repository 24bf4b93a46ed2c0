select count(*) as waiting,
  count(*) filter (where attempts > 0) as postponed,
  coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
from outgoing_mail
where ended_at is null
