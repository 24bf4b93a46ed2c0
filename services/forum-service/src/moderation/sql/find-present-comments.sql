select c.id
from comments c
where c.forum_id = $1 and c.id = any($2::bigint[])
order by c.id
