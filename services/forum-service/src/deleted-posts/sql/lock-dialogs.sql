-- The deleted dialogs $2, and what has been deleted below them, also before it was merged into them.
with places as (
  select d.dialog_id
  from deleted_posts d
  where d.forum_id = $1 and d.dialog_id = any($2::bigint[]) and d.comment_id is null
  union all
  select (k.stored ->> 'id')::bigint
  from deleted_posts d
  join deleted_rows k on k.forum_id = d.forum_id and k.deleted_post_id = d.id and k.kind = 'merged_dialogs'
  where d.forum_id = $1 and d.dialog_id = any($2) and d.comment_id is null
)
select p.id, p.dialog_id, p.comment_id
from deleted_posts p
where p.forum_id = $1 and p.dialog_id in (select dialog_id from places)
order by p.id
for update
