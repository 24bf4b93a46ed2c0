select c.id, c.dialog_id, c.held, c.is_org_reply
from comments c
where c.forum_id = $1 and c.id = any($2::bigint[])
order by c.id
for update
