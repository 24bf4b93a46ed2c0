-- Deleted posts, the latest first, with their total: one row without a post if there is none. $1 forum, $2 limit, $3 start,
-- $4 or $5 the only dialog or comment, or null.
select t.total, s.dialog_id, s.comment_id, s.title, s.excerpt, s.name, s.comments, s.deleted_by, s.deleted_at,
  s.expires_at
from (
  select count(*) as total
  from deleted_posts p
  where p.forum_id = $1 and ($4::bigint is null or p.dialog_id = $4 and p.comment_id is null)
    and ($5::bigint is null or p.comment_id = $5)
) t
left join lateral (
  select p.id, p.dialog_id, p.comment_id, p.deleted_by, p.deleted_at, p.deleted_at + interval '30 days' as expires_at,
    k.stored ->> 'title' as title, left(k.stored ->> 'text', 300) as excerpt, k.stored ->> 'author_name' as name,
    (k.stored ->> 'num_comments')::integer as comments
  from deleted_posts p
  join deleted_rows k on k.forum_id = p.forum_id and k.deleted_post_id = p.id
    and k.kind = case when p.comment_id is null then 'dialogs' else 'comments' end
  where p.forum_id = $1 and ($4::bigint is null or p.dialog_id = $4 and p.comment_id is null)
    and ($5::bigint is null or p.comment_id = $5)
  order by p.deleted_at desc, p.id desc
  limit $2 offset $3
) s on true
order by s.deleted_at desc, s.id desc
