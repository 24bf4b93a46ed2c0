-- $2 folded e-mail address
select s.id, s.browser, s.created_at, s.last_used_at
from member_sessions s
join confirmed_addresses a on a.forum_id = s.forum_id and a.person = s.person
where s.forum_id = $1 and a.email = $2
order by s.id
