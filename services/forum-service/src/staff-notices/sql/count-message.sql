-- Counts a message at once about what is new since $3 to the person $2. After $4 in an hour, or while a summary is due,
-- that is for the summary.
with usage as (
  select n.summary_since is null and n.hour_began <= now() - interval '1 hour' as begins,
    n.summary_since is null and (n.messages < $4 or n.hour_began <= now() - interval '1 hour') as allowed
  from staff_notices n
  where n.forum_id = $1 and n.person_id = $2
)
update staff_notices n
set hour_began = case when u.begins then now() else n.hour_began end,
  messages = case when u.begins then 1 when u.allowed then n.messages + 1 else n.messages end,
  summary_since = case when not u.allowed then least(n.summary_since, $3::timestamptz) end
from usage u
where n.forum_id = $1 and n.person_id = $2
returning u.allowed
