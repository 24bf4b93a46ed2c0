-- Files that the person $2 (folded e-mail address) has attached.
select f.token, f.media_type, f.bytes, f.name, f.posted_at
from files f
join confirmed_addresses a on a.forum_id = f.forum_id and a.person = f.person
where f.forum_id = $1 and a.email = $2
order by f.posted_at, f.token
