-- Also of deleted dialogs, which can be restored.
select id
from dialogs
where forum_id = $1 and id = any ($2::bigint[])
union
select p.dialog_id
from deleted_posts p
where p.forum_id = $1 and p.comment_id is null and p.dialog_id = any ($2::bigint[])
