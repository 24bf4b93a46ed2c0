-- Those of the comments $2 that have been deleted and can be restored.
select p.id as entry, p.comment_id as id, p.dialog_id, p.accepted, p.unmailed
from deleted_posts p
where p.forum_id = $1 and p.comment_id = any($2::bigint[])
order by p.id
for update
