-- Expired addresses, at most $1.
delete from post_addresses a
using (
  select o.forum_id, o.id
  from post_addresses o
  where o.posted_at < now() - interval '90 days'
  order by o.posted_at
  limit $1
  for update skip locked
) old
where a.forum_id = old.forum_id and a.id = old.id
