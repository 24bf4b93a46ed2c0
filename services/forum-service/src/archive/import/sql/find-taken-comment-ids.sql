select id
from comments
where forum_id = $1 and id = any ($2::bigint[])
