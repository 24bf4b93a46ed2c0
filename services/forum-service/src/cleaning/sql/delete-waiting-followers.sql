-- Followers who have not confirmed their address in time, at most $1.
delete from followers f
using (
  select o.forum_id, o.id
  from followers o
  where not o.confirmed and o.followed_at < now() - interval '72 hours'
  order by o.followed_at
  limit $1
  for update skip locked
) old
where f.forum_id = old.forum_id and f.id = old.id
