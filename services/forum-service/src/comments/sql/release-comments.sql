-- Publish held comments with the current time. Official replies wait for no one.
with released as (
  update comments c
  set held = false, pub_date = now()
  where c.forum_id = $1 and c.id = any($2::bigint[])
  returning c.dialog_id, c.is_org_reply
)
update dialogs d
set waiting_since = coalesce(d.waiting_since, now())
from released r
where d.forum_id = $1 and d.id = r.dialog_id and not r.is_org_reply
