select r.id, r.dialog_id, r.comment_id, r.resolved_at is not null as resolved
from reports r
where r.forum_id = $1 and r.id = any($2::bigint[])
order by r.id
for update
