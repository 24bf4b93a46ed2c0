-- Sessions of members that have ended, at most $1.
delete from member_sessions s
using (
  select o.forum_id, o.id
  from member_sessions o
  where o.last_used_at < now() - interval '30 days' or o.created_at < now() - interval '180 days'
  limit $1
  for update skip locked
) old
where s.forum_id = old.forum_id and s.id = old.id
