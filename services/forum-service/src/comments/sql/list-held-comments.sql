select c.id
from comments c
where c.forum_id = $1 and c.dialog_id = any($2::bigint[]) and c.held
order by c.id
