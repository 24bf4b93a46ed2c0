-- Links that no longer sign in, at most $1.
delete from member_links l
using (
  select o.hash
  from member_links o
  where o.created_at < now() - interval '15 minutes'
  order by o.created_at
  limit $1
  for update skip locked
) old
where l.hash = old.hash
