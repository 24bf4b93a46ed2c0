-- Enters dialogs $2, or comments $3 of them, that $4 is about to delete, and has the transaction keep their rows.
with entered as (
  insert into deleted_posts (forum_id, dialog_id, comment_id, deleted_by, accepted)
  select $1, p.dialog_id, p.comment_id, $4,
    exists (
      select
      from dialogs d
      where d.forum_id = $1 and d.id = p.dialog_id and d.accepted_comment = p.comment_id
    )
  from unnest($2::bigint[], $3::bigint[]) as p (dialog_id, comment_id)
)
select set_config('guidepost.keep_deleted', 'on', true)
