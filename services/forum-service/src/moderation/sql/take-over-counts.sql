-- Views are added, votes counted again. What waits for editors in the dialog $2 waits in $3.
update dialogs d
set views = d.views + s.views,
  num_votes = (select count(*) from votes v where v.forum_id = $1 and v.dialog_id = $3),
  waiting_since = least(d.waiting_since, s.waiting_since)
from dialogs s
where d.forum_id = $1 and d.id = $3 and s.forum_id = $1 and s.id = $2
