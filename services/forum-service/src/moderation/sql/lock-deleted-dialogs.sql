-- Those of the dialogs $2 that have been deleted and can be restored.
select p.id as entry, p.dialog_id as id, p.unmailed
from deleted_posts p
where p.forum_id = $1 and p.dialog_id = any($2::bigint[]) and p.comment_id is null
order by p.id
for update
