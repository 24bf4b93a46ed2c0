-- Notes that mail to followers about the comments $3 of the dialogs $2 was withdrawn. Later deletions of the transaction are
-- not kept.
with noted as (
  update deleted_posts p
  set unmailed = array(
    select u.comment_id
    from unnest($2::bigint[], $3::bigint[]) as u (dialog_id, comment_id)
    where case when p.comment_id is null then u.dialog_id = p.dialog_id else u.comment_id = p.comment_id end
  )
  from unnest($2::bigint[], $3::bigint[]) as n (dialog_id, comment_id)
  where p.forum_id = $1
    and (p.comment_id is null and p.dialog_id = n.dialog_id or p.comment_id = n.comment_id)
)
select set_config('guidepost.keep_deleted', 'off', true)
