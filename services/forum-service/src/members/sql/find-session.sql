-- $2 hash of the secret. A session ends after 30 days without use, and after 180.
select s.id, s.person, a.email, a.name, s.last_used_at < now() - interval '1 hour' as stale
from member_sessions s
join confirmed_addresses a on a.forum_id = s.forum_id and a.person = s.person
where s.hash = $2 and s.forum_id = $1 and s.last_used_at > now() - interval '30 days'
  and s.created_at > now() - interval '180 days'
