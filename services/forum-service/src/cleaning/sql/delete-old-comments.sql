-- Expired duplicate-comment guards, at most $1; the comments stay.
delete from recent_comments r
using (
  select o.forum_id, o.dialog_id, o.content_hash
  from recent_comments o
  where o.posted_at < now() - interval '1 day'
  order by o.posted_at
  limit $1
  for update skip locked
) old
where r.forum_id = old.forum_id and r.dialog_id = old.dialog_id and r.content_hash = old.content_hash
