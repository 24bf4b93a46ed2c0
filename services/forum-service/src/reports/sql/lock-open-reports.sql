select r.id, r.dialog_id, r.comment_id, false as resolved
from reports r
where r.forum_id = $1 and r.dialog_id = any($2::bigint[]) and r.resolved_at is null
order by r.id
for update
