-- The deleted dialog into which the dialog $2 had been merged.
select p.dialog_id
from deleted_rows k
join deleted_posts p on p.forum_id = k.forum_id and p.id = k.deleted_post_id
where k.forum_id = $1 and k.kind = 'merged_dialogs' and k.stored ->> 'id' = $2::bigint::text
