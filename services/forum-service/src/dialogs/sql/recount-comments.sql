-- Counts rows, which cannot change while their dialogs are locked.
update dialogs d
set num_comments = counted.comments, last_activity = greatest(d.pub_date, counted.latest)
from unnest($2::bigint[]) as o (id)
cross join lateral (
  select count(*) as comments, max(c.pub_date) as latest
  from comments c
  where c.forum_id = $1 and c.dialog_id = o.id and not c.held
) counted
where d.forum_id = $1 and d.id = o.id
