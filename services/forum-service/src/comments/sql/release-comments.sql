-- Publish held comments with the current time.
with released as (
  update comments c
  set held = false, pub_date = now()
  where c.forum_id = $1 and c.id = any($2::bigint[])
  returning c.dialog_id
)
update dialogs d
set waiting_since = coalesce(d.waiting_since, now())
from released r
where d.forum_id = $1 and d.id = r.dialog_id
