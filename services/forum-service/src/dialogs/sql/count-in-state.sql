-- Sorted as the index is, or the planner prefers to scan the table.
select count(*) as dialogs
from (
  select
  from dialogs c
  where c.forum_id = $1 and not c.archived and c.state = $4
  order by c.pub_date desc, c.id desc
  limit $5
) counted
