-- Deletes the kept rows $2, what refers to the comments among them, and deleted posts that are among them themselves.
with forgotten as (
  select k.id, k.deleted_post_id, k.kind, (k.stored ->> 'id')::bigint as post_id, p.comment_id
  from deleted_rows k
  join deleted_posts p on p.forum_id = k.forum_id and p.id = k.deleted_post_id
  where k.forum_id = $1 and k.id = any ($2::bigint[])
),
posts as (
  delete from deleted_posts p
  using forgotten f
  where p.forum_id = $1 and p.id = f.deleted_post_id
    and f.kind = case when f.comment_id is null then 'dialogs' else 'comments' end
)
delete from deleted_rows k
where k.forum_id = $1 and (
  k.id = any ($2::bigint[])
  or exists (
    select
    from forgotten f
    where f.deleted_post_id = k.deleted_post_id and f.kind = 'comments'
      and k.kind in ('reports', 'originals', 'post_addresses') and (k.stored ->> 'comment_id')::bigint = f.post_id
  )
)
