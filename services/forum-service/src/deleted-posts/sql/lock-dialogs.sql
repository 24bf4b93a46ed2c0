-- The deleted dialogs $2, and what has been deleted below them.
select p.id, p.dialog_id, p.comment_id
from deleted_posts p
where p.forum_id = $1 and p.dialog_id = any($2::bigint[])
  and exists (
    select
    from deleted_posts d
    where d.forum_id = $1 and d.dialog_id = p.dialog_id and d.comment_id is null
  )
order by p.id
for update
