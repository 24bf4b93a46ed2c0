-- $1 forum, $2 dialogs, $3 how often each was viewed. Locked in the order of their ids, so that two instances which write
-- at once wait for each other instead of locking each other up.
with viewed as (
  select d.id, v.views
  from unnest($2::bigint[], $3::bigint[]) as v (id, views)
  join dialogs d on d.forum_id = $1 and d.id = v.id
  order by d.id
  for no key update of d
)
update dialogs d
set views = d.views + v.views
from viewed v
where d.forum_id = $1 and d.id = v.id
