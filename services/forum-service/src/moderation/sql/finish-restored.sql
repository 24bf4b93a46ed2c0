-- Votes and the accepted comment of a restored dialog, $2 the deleted post. People who were erased meanwhile are missing.
update dialogs d
set num_votes = (select count(*) from votes v where v.forum_id = $1 and v.dialog_id = d.id),
  accepted_comment = (
    select c.id
    from comments c
    where c.forum_id = $1 and c.dialog_id = d.id and c.id = (k.stored ->> 'accepted_comment')::bigint
  )
from deleted_rows k
where k.forum_id = $1 and k.deleted_post_id = $2 and k.kind = 'dialogs'
  and d.forum_id = $1 and d.id = (k.stored ->> 'id')::bigint
returning d.id, d.topic, d.archived
