select p.id, p.dialog_id, p.comment_id
from deleted_posts p
where p.forum_id = $1 and p.comment_id = any($2::bigint[])
order by p.id
for update
