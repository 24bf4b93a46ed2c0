-- Links that no longer sign in, at most $1; $2 seconds that a link works.
delete from member_links l
using (
  select o.hash
  from member_links o
  where o.created_at < now() - make_interval(secs => $2)
  order by o.created_at
  limit $1
  for update skip locked
) old
where l.hash = old.hash
