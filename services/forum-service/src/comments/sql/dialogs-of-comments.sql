select distinct c.dialog_id as id
from comments c
where c.forum_id = $1 and c.id = any($2::bigint[])
order by c.dialog_id
