-- $2 hash of the token; the name is null for somebody who signs in for the first time.
select l.email, a.name
from member_links l
left join confirmed_addresses a on a.forum_id = l.forum_id and a.person = l.person
where l.forum_id = $1 and l.hash = $2 and l.created_at > now() - interval '15 minutes'
