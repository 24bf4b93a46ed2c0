-- $2 hash of the token, $3 seconds that a link works; the name is null for people who sign in for the first time.
select l.email, a.name
from member_links l
left join confirmed_addresses a on a.forum_id = l.forum_id and a.person = l.person
where l.forum_id = $1 and l.hash = $2 and l.created_at > now() - make_interval(secs => $3)
