-- An official reply takes the dialog out of the queue. Returns the dialogs that this took out.
with marked as (
  update comments c
  set is_org_reply = $3
  where c.forum_id = $1 and c.id = any($2::bigint[])
  returning c.dialog_id, c.held
)
update dialogs d
set waiting_since = null
where $3 and d.forum_id = $1 and d.waiting_since is not null
  and d.id in (select m.dialog_id from marked m where not m.held)
returning d.id
